/** Every way that a text, or the bytes that it is in hexadecimal, might be written down. */
export function spellings(secret: string): Buffer[] {
  const isHex = /^[0-9a-f]{32,}$/i.test(secret);
  const bytes = isHex ? Buffer.from(secret, 'hex') : Buffer.from(secret, 'utf8');
  const texts = [
    secret,
    secret.toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    [...bytes].join(','),
    Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, ''),
  ];
  return [...texts.map((text) => Buffer.from(text, 'utf8')), bytes];
}

/** Whether bytes hold a secret, however it is written. */
export function holds(bytes: Buffer, spelled: readonly Buffer[]): boolean {
  return spelled.some((one) => bytes.includes(one));
}
