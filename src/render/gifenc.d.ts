/** The part of the package that is used. */
declare module 'gifenc' {
  interface FrameOptions {
    /** Of the first frame, which gives the colours of all: r, g, b of each. */
    readonly palette?: readonly ArrayLike<number>[];
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    readonly colorDepth?: number;
    /** Milliseconds. */
    readonly delay?: number;
    readonly dispose?: number;
  }
  interface Encoder {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
    /** The bytes so far, not copied. */
    bytesView(): Uint8Array;
  }
  const gifenc: { GIFEncoder(options: { readonly initialCapacity: number }): Encoder };
  export default gifenc;
}
