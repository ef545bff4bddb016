import type { App, Session, WebContents, WebFrameMain } from 'electron'
import { isOwnPage } from '../protocol/own-page.ts'
import type { Report } from '../services/log.ts'
import { mayNavigate, opensOutside } from './navigation-policy.ts'
import type { OwnWindow } from './own-windows.ts'
import type { PermissionPolicy } from './permission-policy.ts'

interface GuardParts {
  readonly openOutside: (url: string) => Promise<void>
  /** A window of ours that a page may open; null where it may not. */
  readonly ownWindow: (
    contents: WebContents,
    wish: { readonly url: string; readonly features: string },
  ) => OwnWindow | null
  /** Whether the person wants to leave a page with a navigation lock. */
  readonly askToLeave: (contents: WebContents) => boolean
  readonly report: Report
}

/** Guards every web contents that is ever made. */
export function guardWebContents(app: Pick<App, 'on'>, parts: GuardParts): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, parts))
}

function guard(contents: WebContents, { openOutside, ownWindow, askToLeave, report }: GuardParts): void {
  contents.on('will-frame-navigate', (event) => {
    if (mayNavigate(event.url, event.isMainFrame)) return
    report(`refused the navigation to ${withoutDetails(event.url)}`)
    event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-prevent-unload', (event) => {
    // Here, preventing the default means leaving the page.
    if (askToLeave(contents)) event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url, features }) => {
    const own = ownWindow(contents, { url, features })
    if (own) {
      const { options, outlivesOpener } = own
      return { action: 'allow', overrideBrowserWindowOptions: options, outlivesOpener }
    }
    if (opensOutside(url)) {
      void openOutside(url).catch((error: unknown) => report('could not open a link outside', error))
    } else report('refused to open a window')
    return { action: 'deny' }
  })
}

/** An address for the log, without anything after the path, which may be secret. */
function withoutDetails(url: string): string {
  const { protocol = '', host = '', pathname = '' } = URL.parse(url) ?? {}
  return `${protocol}//${host}${pathname}`.slice(0, 300)
}

/** How our pages get a screen: their person picks it. By id of their web contents. */
export interface ScreenSharing {
  ask(windowId: number): Promise<boolean>
  take(windowId: number): { readonly id: string; readonly name: string } | null
}

/** Refuses every permission that the policy doesn't list and the person didn't pick. */
export function guardPermissions(session: Session, policy: PermissionPolicy, sharing: ScreenSharing): void {
  session.setPermissionCheckHandler((_contents, permission, origin) => policy(permission, origin))
  session.setPermissionRequestHandler((contents, permission, answer, { requestingUrl, isMainFrame }) => {
    if (permission !== 'display-capture') answer(policy(permission, requestingUrl))
    else if (!isMainFrame || !isOwnPage(requestingUrl)) answer(false)
    else void sharing.ask(contents.id).then(answer)
  })
  session.setDevicePermissionHandler(() => false)
}

/** Gives a page the picture of what its person picked, never sound, and nothing without picking. */
export function serveScreens(
  session: Session,
  contentsOf: (frame: WebFrameMain) => WebContents | undefined,
  sharing: ScreenSharing,
): void {
  session.setDisplayMediaRequestHandler(({ frame }, answer) => {
    const contents = frame && frame.parent === null ? contentsOf(frame) : undefined
    const source = contents ? sharing.take(contents.id) : null
    answer(source && { video: { id: source.id, name: source.name } })
  })
}
