import { createHmac } from 'node:crypto'

/** The headers in which deliveries from outside have their signature, in small letters. */
export const WHATSAPP_SIGNATURE = 'x-hub-signature-256'
export const DIALLER_SIGNATURE = 'x-signature-256'

/** HMAC-SHA256 over the very bytes of a body, as `sha256=` and hexadecimal digits. */
export function hookSignatureOf(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
