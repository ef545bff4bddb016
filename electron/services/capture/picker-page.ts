import { LOCALE } from '#shared/domain/locale.ts'
import type { CapturePurpose, CaptureSource } from './source-picker.ts'

/** The picker's links lead nowhere: each is refused, and its address says what the person picked. */
const CHOICE_ORIGIN = 'https://choice.invalid'
const CANCEL = 'cancel'
const STOP_ADDRESS = 'https://stop.invalid/'

const PICKER_TEXT: Readonly<Record<CapturePurpose, { title: string; heading: string; hint: string }>> = {
  picture: {
    title: 'Capture a screen',
    heading: 'What shall be captured?',
    hint: 'One picture is taken of what you pick, and nothing else.',
  },
  share: {
    title: 'Share a screen',
    heading: 'What shall the others see?',
    hint: 'They see what you pick, and what happens on it, until you stop.',
  },
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Window titles come from other programs. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.4 'Segoe UI',system-ui,sans-serif}
body{margin:0;padding:24px;background:light-dark(#f6f7f5,#0f1514);color:light-dark(#17211e,#e8efec)}
h1{margin:0 0 4px;font-size:20px;font-weight:600}p{margin:0 0 20px;color:light-dark(#4c5a55,#b4c1bc)}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:14px;margin:0 0 20px;padding:0;list-style:none}
a{display:block;color:inherit;text-decoration:none;border-radius:10px;border:1px solid light-dark(#e0e5e1,#263230);background:light-dark(#fff,#161e1c)}
a:hover,a:focus-visible{outline:2px solid light-dark(#0d6a58,#76c4ae);outline-offset:1px}
img{display:block;width:100%;aspect-ratio:16/9;object-fit:contain;background:#0008;border-radius:9px 9px 0 0}
span{display:block;padding:9px 12px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
a.cancel{display:inline-block;padding:8px 18px;font-weight:600}`

/** The page on which a person picks a screen or window: plain links without a script, as a data address. */
export function pickerPage(sources: readonly CaptureSource[], purpose: CapturePurpose): string {
  const { title, heading, hint } = PICKER_TEXT[purpose]
  const items = sources.map(
    ({ name, thumbnail }, place) =>
      `<li><a href="${CHOICE_ORIGIN}/${place}"><img src="${escaped(thumbnail)}" alt=""><span>${escaped(name)}</span></a></li>`,
  )
  return documentAddress(
    title,
    `<h1>${heading}</h1><p>${hint}</p>
<ul>${items.join('')}</ul><a class="cancel" href="${CHOICE_ORIGIN}/${CANCEL}">Cancel</a>`,
    STYLE,
  )
}

/** What a link of the picker means: a source's index, or null for none. Undefined for other addresses. */
export function choiceOf(url: string): number | null | undefined {
  if (!url.startsWith(`${CHOICE_ORIGIN}/`)) return undefined
  const choice = url.slice(CHOICE_ORIGIN.length + 1)
  return /^\d+$/.test(choice) ? Number(choice) : null
}

const SIGN_STYLE = `:root{font:600 15px 'Segoe UI',system-ui,sans-serif}
body{margin:0;display:flex;gap:16px;align-items:center;justify-content:center;height:100vh;padding:0 12px;background:#b42b33;color:#fff}
div{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
a{flex:none;padding:4px 14px;border-radius:6px;background:#fff;color:#b42b33;text-decoration:none}
a:hover,a:focus-visible{outline:2px solid #fff;outline-offset:2px}`

/** The sign shown while a picture is taken. */
export function signPage(name: string): string {
  return documentAddress('Capturing', `<div role="status">Capturing ${escaped(name)}</div>`, SIGN_STYLE)
}

/** The sign shown while a screen is shared, with a link to stop. */
export function sharingPage(name: string): string {
  return documentAddress(
    'Sharing',
    `<div role="status">You are sharing ${escaped(name)}</div><a href="${STOP_ADDRESS}">Stop</a>`,
    SIGN_STYLE,
  )
}

/** Whether an address is the sign's link to stop. */
export const isStop = (url: string): boolean => url === STOP_ADDRESS

function documentAddress(title: string, body: string, style: string): string {
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'`
  const page = `<!doctype html><html lang="${LOCALE}"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${title}</title><style>${style}</style><body>${body}</body></html>`
  return `data:text/html;charset=utf-8;base64,${Buffer.from(page, 'utf8').toString('base64')}`
}
