import { LOCALE } from '#shared/domain/locale.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)

/** The logo's name among what a letter carries. */
export const LOGO_CID = 'logo@company'

export interface LetterContent {
  readonly subject: string
  /** Paragraphs, with an empty line between two of them. */
  readonly text: string
  /** In its place, with tags that were checked. */
  readonly html?: string
  readonly companyName: string
  /** Whether the letter carries the company's logo with it. */
  readonly hasLogo?: boolean
  /** What the company has below its letters: lines, without tags. */
  readonly footer?: string
  /** What the letter asks its reader to open: the paragraph that is this address becomes a button. */
  readonly button: { readonly href: string; readonly label: string } | null
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function paragraph(text: string): string {
  const lines = text.split('\n').map(escaped).join('<br>')
  return `<p class="fw-text" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1d2733;overflow-wrap:anywhere">${lines}</p>`
}

/** The address stands below its button too: not everybody's mail program opens buttons. */
function buttonOf({ href, label }: { readonly href: string; readonly label: string }): string {
  const address = escaped(href)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td bgcolor="#1f5fd0" style="border-radius:8px"><a href="${address}" style="display:inline-block;padding:13px 24px;${FONT};font-size:16px;font-weight:600;line-height:20px;color:#ffffff;text-decoration:none;border-radius:8px;background:#1f5fd0">${escaped(label)}</a></td></tr></table>
<p class="fw-quiet" style="margin:0 0 16px;${FONT};font-size:13px;line-height:19px;color:#51606f;overflow-wrap:anywhere;word-break:break-all"><a class="fw-quiet" href="${address}" style="color:#51606f">${address}</a></p>`
}

/** On a plate of its own: a logo for light grounds can't be seen where the program turns the letter dark. */
const logoOf = (companyName: string) =>
  `<img src="cid:${LOGO_CID}" alt="${escaped(companyName)}" height="40" style="display:block;height:40px;max-width:240px;margin:0 0 10px;padding:6px 10px;border:0;border-radius:8px;background:#ffffff;object-fit:contain">`

/**
 * A letter as mail programs show it: tables and inline styles, which all of them understand, nothing that is
 * fetched, and colours that hold where the program turns them dark (spec 5 §6.1).
 */
export function htmlLetter({
  subject,
  text,
  html,
  companyName,
  hasLogo = false,
  footer = '',
  button,
}: LetterContent): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (button && part === button.href ? buttonOf(button) : paragraph(part)))
  return `<!doctype html>
<html lang="${LOCALE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .fw-page { background: #12181f !important; }
  .fw-card { background: #1c252f !important; border-color: #33414f !important; }
  .fw-text { color: #e8eef4 !important; }
  .fw-quiet { color: #aab8c5 !important; }
}
</style>
</head>
<body class="fw-page" style="margin:0;padding:0;background:#f2f5f8">
<table class="fw-page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f2f5f8" style="background:#f2f5f8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="fw-text" style="padding:0 4px 14px;${FONT};font-size:16px;font-weight:600;line-height:22px;color:#1d2733">${hasLogo ? logoOf(companyName) : ''}${escaped(companyName)}</td></tr>
<tr><td class="fw-card" bgcolor="#ffffff" style="padding:28px 28px 12px;background:#ffffff;border:1px solid #dbe2e9;border-radius:12px">
${html === undefined ? paragraphs.join('\n') : `<div class="fw-text" style="${FONT};font-size:16px;line-height:24px;color:#1d2733;overflow-wrap:anywhere">${html}</div>`}
</td></tr>
<tr><td class="fw-quiet" style="padding:14px 4px 0;${FONT};font-size:13px;line-height:19px;color:#51606f">Sent by ${escaped(companyName)}.${footer === '' ? '' : `<br><br>${footer.split('\n').map(escaped).join('<br>')}`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
