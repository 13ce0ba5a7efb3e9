// Put before every C++ file of better-sqlite3 when it is built from source.
// In Node 24.19 and later node::ObjectWrap takes a cleanup hook off in its destructor; on the 24 line that aborts the
// process when the garbage collector is what destroys the object (nodejs/node#65446). Here it has none, as in every
// Node before; better-sqlite3 closes its databases by a hook of its own.
#pragma once
#include <node.h>

namespace node {
inline void WithoutCleanupHook(v8::Isolate*, void (*)(void*), void*) {}
}  // namespace node

#define AddEnvironmentCleanupHook WithoutCleanupHook
#define RemoveEnvironmentCleanupHook WithoutCleanupHook
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
