#!/bin/sh
# What the container runs. Docker starts a container again whatever code it ended with, so after a code that needs a person (to fix the game
# data, the database or a setting) it stays up, unhealthy, until somebody restarts it.
export HEALTH_PORT="${HEALTH_PORT:-8412}"
node --optimize-for-size --heap-growing-percent=30 --initial-old-space-size=48 --single-threaded-gc src/setup/run.mjs start &
bot=$!
stopped=
trap 'stopped=yes; kill -TERM "$bot" 2>/dev/null' TERM INT
wait "$bot"
code=$?
# A signal ends the first wait, and the bot goes on to finish what is in hand.
while kill -0 "$bot" 2>/dev/null; do
  wait "$bot"
  code=$?
done
case $code in
  65 | 74 | 78)
    sleep infinity > /dev/null 2>&1 &
    trap 'kill "$!"; exit "$code"' TERM INT
    if [ -n "$stopped" ]; then kill "$!" && exit "$code"; fi
    echo "Council of War has ended with code $code. Fix the problem shown above, then restart the container." >&2
    wait
    ;;
esac
exit "$code"
