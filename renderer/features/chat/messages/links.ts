/** A piece of text: plain, or an address that may be followed. */
export type LinkPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/gi
const CLOSING = /[.,;:!?'"»”’]+$/

/** Splits a text at its web addresses. Only http and https become links; a sentence's end isn't part of one. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutClosing(match[0])
    const href = safeHref(address)
    if (href === null) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'link', text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** Drops a full stop or bracket that closes the sentence rather than the address. */
function withoutClosing(address: string): string {
  const bare = address.replace(CLOSING, '')
  if (bare.endsWith(')') && !bare.includes('(')) return withoutClosing(bare.slice(0, -1))
  return bare
}

function safeHref(address: string): string | null {
  try {
    const url = new URL(address)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
  } catch {
    return null
  }
}
