import type { App, Session, WebContents } from 'electron'
import type { Report } from '../services/log.ts'
import { mayNavigate, opensOutside } from './navigation-policy.ts'
import type { OwnWindow } from './own-windows.ts'
import type { PermissionPolicy } from './permission-policy.ts'

interface GuardParts {
  readonly openOutside: (url: string) => Promise<void>
  /** A window of ours that a page may open, null where it may not. */
  readonly ownWindow: (
    contents: WebContents,
    wish: { readonly url: string; readonly features: string },
  ) => OwnWindow | null
  /** Whether the person leaves a page that holds them back. */
  readonly askToLeave: (contents: WebContents) => boolean
  readonly report: Report
}

/** Puts the guards on every web contents that ever comes to be. */
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
    // Preventing what prevents the unload is leaving.
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

/** An address as a log may hold it: what follows the path may be anybody's secret. */
function withoutDetails(url: string): string {
  const { protocol = '', host = '', pathname = '' } = URL.parse(url) ?? {}
  return `${protocol}//${host}${pathname}`.slice(0, 300)
}

/** Refuses whatever a page asks the system for, unless the policy lists it. */
export function guardPermissions(session: Session, policy: PermissionPolicy): void {
  session.setPermissionCheckHandler((_contents, permission, origin) => policy(permission, origin))
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(policy(permission, details.requestingUrl)),
  )
  session.setDevicePermissionHandler(() => false)
}
