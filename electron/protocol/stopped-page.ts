import { LOCALE } from '#shared/domain/locale.ts'
import { DESKTOP_ORIGIN } from '#shared/host/bridge.ts'

/** Address of the page that replaces one that failed too often. */
export const STOPPED_PATH = '/stopped'
export const STOPPED_URL = `${DESKTOP_ORIGIN}${STOPPED_PATH}`

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 'Segoe UI',system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f6f7f5,#0f1514);color:light-dark(#17211e,#e8efec)}
main{max-width:440px;padding:40px;text-align:center}h1{margin:0 0 8px;font-size:24px;line-height:1.25}
p{margin:0 0 28px;color:light-dark(#4c5a55,#b4c1bc)}
a{display:inline-block;padding:11px 28px;border-radius:8px;font-weight:600;text-decoration:none;background:light-dark(#0d6a58,#76c4ae);color:light-dark(#fff,#0f1514)}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}`

/** Plain, without a script, so that nothing that broke the application can break it. */
export const STOPPED_PAGE = `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8"><title>Fieldwork</title><style>${STYLE}</style></head>
<body><main role="alert"><h1>Fieldwork stopped working</h1>
<p>It failed several times in a row. Please restart it. If it happens again, tell your support team.</p>
<a href="/" autofocus>Restart</a></main></body></html>`
