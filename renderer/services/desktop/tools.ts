import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  viewCatiDimensions,
  viewCatiStagingDimensions,
  viewConfirmit,
  viewDiallerOnly,
} from '#shared/contract/tools.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { SurveyToolName, SwitchedTool, ToolState } from '#shared/host/tools.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { Notices } from '../notices/notices.ts'
import { type Desktop, USE_DESKTOP_APP } from './desktop.ts'

/** How long the overlay stays after a launch, in milliseconds (spec 1 §9). */
export const TOOL_BUSY_MS = 30_000

/** The dialler user name that says that its address signs the person in (spec 1 §5). */
const TOKEN_LOGIN = 'TOKEN_LOGIN'

export const DIALLER_POPUP = { width: 768, height: 1024 } as const

export const TOOLS_TEXT = {
  noneAtAll: 'No Forsta or dialler details found',
  noForsta: 'No Forsta details found',
  noDialler: 'No dialler details found',
  noDimensions: 'No Dimensions details found',
  tokenOnly: 'None token based authentication is only available on the desktop app',
  diallerDesktopOnly: `${USE_DESKTOP_APP} to launch the dialler`,
  popupBlocked: 'Your browser blocked the window of the dialler. Please allow popups of this site.',
  assisting: 'Quick Assist is opening.',
} as const

/** What the overlay says is being started. */
export type BusyTool = 'the dialler' | 'the survey tool' | 'Dimensions'

/** The dialler and the survey tools, as the person launches them (spec 1 §5). What can't be done is told in a notice. */
export interface Tools {
  /** What was launched less than 30 s ago; null for nothing. */
  readonly store: StoreApi<{ readonly busy: BusyTool | null }>
  /** The dialler alone. Outside of the desktop client only by a token login. */
  launchDialler(): Promise<void>
  /** The survey tool, with the dialler. */
  launchSurveyTool(): Promise<void>
  launchDimensions(system: 'live' | 'staging'): Promise<void>
  /** Opens the program by which others can help. */
  remoteAssist(): Promise<void>
  /** Signs out of the dialler. */
  exitDialler(): Promise<void>
  /** What runs, before a project is switched; null where nobody can tell. */
  status(): Promise<{ readonly dialler: ToolState; readonly surveyTool: ToolState } | null>
  /** Signs out of these tools. False where that failed. */
  logout(tools: SwitchedTool[]): Promise<boolean>
  /** Ends the overlay's time. */
  stop(): void
}

interface ToolsServices {
  readonly api: ApiClient
  readonly desktop: Desktop
  readonly notices: Notices
  readonly timers: Timers
  /** Opens a window of that size; false where the browser blocked it. */
  readonly openPopup: (url: string, size: { readonly width: number; readonly height: number }) => boolean
}

interface DiallerDetails {
  readonly diallerUsername: string
  readonly diallerPassword: string
  readonly diallerURL: string
}

const hasDialler = ({ diallerUsername }: DiallerDetails) => diallerUsername !== ''
const isTokenLogin = ({ diallerUsername }: DiallerDetails) => diallerUsername === TOKEN_LOGIN
const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export function createTools({ api, desktop, notices, timers, openPopup }: ToolsServices): Tools {
  const store = createStore<{ busy: BusyTool | null }>(() => ({ busy: null }))
  let endBusy = () => {}

  const stop = () => {
    endBusy()
    endBusy = () => {}
    store.setState({ busy: null })
  }
  const launched = (busy: BusyTool) => {
    stop()
    store.setState({ busy })
    endBusy = timers.after(TOOL_BUSY_MS, stop)
  }
  /** Whether it worked; says why not. */
  const done = (result: HostResult<unknown>): boolean => {
    if (!result.ok) notices.show('error', result.error.message)
    return result.ok
  }
  const refuse = (message: string): false => {
    notices.show('error', message)
    return false
  }
  const needsDesktop = (message: string): boolean => {
    if (!desktop.available) notices.show('warning', message)
    return !desktop.available
  }
  /** What the server answers; null where it refused, which its client has told. */
  const ask = <Value>(question: Promise<Value>): Promise<Value | null> => question.catch(() => null)

  const openDiallerPopup = ({ diallerURL }: DiallerDetails): boolean => {
    if (!isWebAddress(diallerURL)) return refuse(TOOLS_TEXT.noDialler)
    return openPopup(diallerURL, DIALLER_POPUP) || refuse(TOOLS_TEXT.popupBlocked)
  }
  /** @param outside what is told outside of the desktop client to who signs in by password */
  const startDialler = async (details: DiallerDetails, outside: string): Promise<boolean> => {
    if (isTokenLogin(details)) return openDiallerPopup(details)
    if (needsDesktop(outside)) return false
    const { diallerUsername: userName, diallerPassword: password, diallerURL: url } = details
    return done(await desktop.invoke('diallerLaunch', { userName, password, url }))
  }
  const startSurveyTool = async (
    tool: SurveyToolName,
    { userName, password }: { userName: string; password: string },
    afresh = false,
  ): Promise<boolean> => {
    if (needsDesktop(USE_DESKTOP_APP)) return false
    const command = afresh ? 'surveyToolReauthenticate' : 'surveyToolLaunch'
    return done(await desktop.invoke(command, { tool, userName, password }))
  }
  const logout = async (tools: SwitchedTool[]) =>
    !needsDesktop(USE_DESKTOP_APP) && done(await desktop.invoke('projectSwitchLogout', { tools }))

  return {
    store,
    stop,
    logout,
    async launchDialler() {
      const details = await ask(api.call(viewDiallerOnly, undefined))
      if (!details) return
      if (!hasDialler(details)) return void refuse(TOOLS_TEXT.noDialler)
      if (await startDialler(details, TOOLS_TEXT.diallerDesktopOnly)) launched('the dialler')
    },
    async launchSurveyTool() {
      const details = await ask(api.call(viewConfirmit, undefined))
      if (!details) return
      const { confirmitUsername: userName, confirmitPassword: password, forceReload } = details
      const hasForsta = userName !== ''
      if (!hasForsta || !hasDialler(details)) {
        const nothing = !hasForsta && !hasDialler(details)
        const missing = hasForsta ? TOOLS_TEXT.noDialler : TOOLS_TEXT.noForsta
        return void refuse(nothing ? TOOLS_TEXT.noneAtAll : missing)
      }
      if (!(await startDialler(details, TOOLS_TEXT.tokenOnly))) return
      const started = await startSurveyTool('FORSTA', { userName, password }, forceReload)
      launched(started ? 'the survey tool' : 'the dialler')
    },
    async launchDimensions(system) {
      const call = system === 'live' ? viewCatiDimensions : viewCatiStagingDimensions
      const details = await ask(api.call(call, undefined))
      if (!details) return
      const { username: userName, password } = details
      if (userName === '') return void refuse(TOOLS_TEXT.noDimensions)
      const tool = system === 'live' ? 'DIMENSIONS' : 'DIMENSIONS_STAGING'
      if (await startSurveyTool(tool, { userName, password })) launched('Dimensions')
    },
    async remoteAssist() {
      if (needsDesktop(USE_DESKTOP_APP)) return
      if (done(await desktop.invoke('remoteAssist', null))) notices.show('success', TOOLS_TEXT.assisting)
    },
    exitDialler: async () => void (await logout(['DIALLER'])),
    async status() {
      const result = await desktop.invoke('projectSwitchStatus', null)
      return result.ok ? result.value : null
    },
  }
}

/**
 * Opens a window for another site. In the desktop client, which opens no windows of other sites, it
 * opens in the system's browser, and the page isn't given it.
 */
export function popupOpener(page: Window, isDesktop: boolean): ToolsServices['openPopup'] {
  return (url, { width, height }) => {
    const popup = page.open(url, '_blank', `popup,width=${width},height=${height}`)
    // The other site gets no hold of this page.
    if (popup) popup.opener = null
    return popup !== null || isDesktop
  }
}
