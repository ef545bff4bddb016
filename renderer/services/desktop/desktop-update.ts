import { UPDATE_CHECK_MS, UPDATE_TEXT, updateManner } from '#shared/domain/update.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Notices } from '../notices/notices.ts'
import type { Prompts } from '../notices/prompts.ts'
import type { Session } from '../session/session.ts'
import type { SessionLife } from '../session/session-life.ts'
import type { AppStorage } from '../storage/storage.ts'
import type { Desktop } from './desktop.ts'

export const DESKTOP_UPDATE_TEXT = {
  title: 'Update the desktop client',
  ready: (version: string) => `Version ${version} is ready. The client closes, updates and opens again.`,
  yes: 'Restart now',
  no: 'Later',
  silent: (days: number) =>
    `This desktop app has not seen anything newer for ${days} days. Please tell support: it may be kept from its updates.`,
} as const

interface DesktopUpdateServices {
  readonly desktop: Desktop
  readonly session: Session
  readonly prompts: Prompts
  readonly notices: Notices
  readonly timers: Timers
  readonly storage: AppStorage
  readonly life: Pick<SessionLife, 'onReset'>
  readonly isInMeeting: () => boolean
}

/**
 * Takes updates of the desktop client: a companion's by themselves (spec 1 §6), others when their
 * person says so, none in a meeting. The host has checked them, and refuses during a meeting by itself too. That nothing newer was seen for long is told once a session.
 *
 * @returns what ends it
 */
export function watchDesktopUpdate(services: DesktopUpdateServices): () => void {
  const { desktop, session, prompts, notices, timers, storage, life, isInMeeting } = services
  let stopTrying = () => {}

  const install = async (isQuiet: boolean) => {
    if (isInMeeting()) {
      if (!isQuiet) notices.show('warning', UPDATE_TEXT.inMeeting)
      return
    }
    const answer = await desktop.invoke('installUpdate', null)
    if (!answer.ok && !isQuiet) notices.show('warning', answer.error.message)
  }
  const keepTrying = () => {
    stopTrying()
    stopTrying = timers.every(UPDATE_CHECK_MS, () => void install(true))
    void install(true)
  }
  const off = desktop.on('updateReady', ({ version }) => {
    const manner = updateManner(session.store.getState().user?.claims.tokenType ?? 'OTHER')
    if (manner === 'automatic') keepTrying()
    if (manner !== 'ask') return
    const { title, ready, yes, no } = DESKTOP_UPDATE_TEXT
    void prompts.ask({ title, text: ready(version), yes, no }).then(async (wanted) => {
      if (wanted) await install(false)
    })
  })
  // Each look of the host tells it anew; the windows of one session share that it was told.
  const offSilent = desktop.on('updatesSilent', ({ days }) => {
    if (storage.get('updatesSilentTold') === true) return
    storage.set('updatesSilentTold', true)
    notices.show('warning', DESKTOP_UPDATE_TEXT.silent(days))
  })
  const offReset = life.onReset(() => storage.remove('updatesSilentTold'))
  return () => {
    off()
    offSilent()
    offReset()
    stopTrying()
  }
}
