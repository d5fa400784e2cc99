/** Which encoding an HTML page is in (HTML Standard, "encoding sniffing algorithm"); the package brings no types. */
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** Only a byte order mark and the options count. */
    readonly xml?: boolean;
    /** `charset` of the content type: wins over all but a byte order mark. */
    readonly transportLayerEncodingLabel?: string;
    /** When nothing says otherwise. */
    readonly defaultEncoding?: string;
  }
  /** @returns a name that `TextDecoder` knows */
  export default function htmlEncodingSniffer(bytes: Uint8Array, options?: SniffOptions): string;
}
