/** What became of a mail to one address, as a delivery report says. */
export interface ReportedAddress {
  readonly address: string
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string
  /** As in RFC 3463, such as 5.1.1. */
  readonly status: string
  /** What the other server said; '' for nothing. */
  readonly words: string
}

export interface DeliveryReport {
  /** The mail that it is about, with its angle brackets. */
  readonly messageID: string
  readonly addresses: readonly ReportedAddress[]
}

const PARTS_MAX = 50

/** Headers by their name in small letters, and the body. */
function split(raw: string): { readonly headers: ReadonlyMap<string, string>; readonly body: string } {
  const end = raw.search(/\r?\n\r?\n/)
  const head = end < 0 ? raw : raw.slice(0, end)
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { headers, body: end < 0 ? '' : raw.slice(end).replace(/^\r?\n\r?\n/, '') }
}

function decoded(body: string, encoding = '7bit'): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(encoding)) return body
  return body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function partsOf(contentType: string, body: string) {
  const [, inQuotes, bare] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = inQuotes ?? bare
  if (boundary === undefined) return []
  const parts: { readonly type: string; readonly text: string }[] = []
  for (const piece of `\n${body}`.split(`\n--${boundary}`).slice(1, PARTS_MAX)) {
    if (piece.startsWith('--')) break
    const { headers, body: text } = split(piece.replace(/^[^\n]*\n/, ''))
    const encoding = headers.get('content-transfer-encoding')
    parts.push({
      type: (headers.get('content-type') ?? 'text/plain').toLowerCase(),
      text: decoded(text, encoding),
    })
  }
  return parts
}

/** `rfc822; ann@mail.example` without its type. */
const afterType = (text: string) => text.slice(text.indexOf(';') + 1).trim()

function reportedIn(text: string): ReportedAddress[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((group) => split(`${group.trim()}\n\n`).headers)
    .filter((fields) => fields.has('action'))
    .map((fields) => ({
      address: afterType(fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''),
      action: (fields.get('action') ?? '').toLowerCase().split(/[\s(]/)[0] ?? '',
      status: fields.get('status') ?? '',
      words: afterType(fields.get('diagnostic-code') ?? ''),
    }))
}

/** Whether headers are those of a delivery report (RFC 6522, RFC 3464). */
export const isReport = (contentType: string): boolean =>
  /multipart\/report/i.test(contentType) && /report-type="?delivery-status\b/i.test(contentType)

/** Reads a mail as it came; null where it is no delivery report, or doesn't say about which mail. */
export function readReport(raw: string): DeliveryReport | null {
  const { headers, body } = split(raw)
  const contentType = headers.get('content-type') ?? ''
  if (!isReport(contentType)) return null
  const parts = partsOf(contentType, body)
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status/.test(type))
  const original = parts.find(({ type }) =>
    /^(?:message\/(?:rfc822|global)\b|text\/rfc822-headers|message\/global-headers)/.test(type),
  )
  const messageID = /<[^<>\s]+>/.exec(
    split(original?.text.trimStart() ?? '').headers.get('message-id') ?? '',
  )?.[0]
  if (!status || messageID === undefined) return null
  return { messageID, addresses: reportedIn(status.text) }
}
