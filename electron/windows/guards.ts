import type { App, Session, WebContents } from 'electron'
import type { Report } from '../services/log.ts'
import { mayNavigate, opensOutside } from './navigation-policy.ts'
import type { PermissionPolicy } from './permission-policy.ts'

/** Puts the guards on every web contents that ever comes to be. */
export function guardWebContents(
  app: App,
  parts: { readonly openOutside: (url: string) => Promise<void>; readonly report: Report },
): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, parts))
}

function guard(contents: WebContents, { openOutside, report }: Parameters<typeof guardWebContents>[1]): void {
  contents.on('will-frame-navigate', (event) => {
    if (mayNavigate(event.url, event.isMainFrame)) return
    report(`refused the navigation to ${event.url}`)
    event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (opensOutside(url)) {
      void openOutside(url).catch((error: unknown) => report('could not open a link outside', error))
    } else report('refused to open a window')
    return { action: 'deny' }
  })
}

/** Refuses whatever a page asks the system for, unless the policy lists it. */
export function guardPermissions(session: Session, policy: PermissionPolicy): void {
  session.setPermissionCheckHandler((_contents, permission, origin) => policy(permission, origin))
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(policy(permission, details.requestingUrl)),
  )
  session.setDevicePermissionHandler(() => false)
}
