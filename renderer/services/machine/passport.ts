import { type PassportPart, passportOf } from '#shared/domain/device-fitness.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { CompanionSessions } from '../session/companion.ts'
import type { Session } from '../session/session.ts'
import type { DeviceGuard } from './device-guard.ts'
import { unmetToTell } from './fitness.ts'

/** The passport check as a shift begins with it (spec 4 §4.2.1). */
export interface Passport {
  /** Looks at machine and connections now. Gives what isn't fit for work; nothing for all that is or isn't known. */
  check(): Promise<readonly PassportPart[]>
}

interface PassportParts {
  readonly desktop: Pick<Desktop, 'available'>
  readonly session: Pick<Session, 'store'>
  readonly guard: Pick<DeviceGuard, 'store' | 'fitness' | 'checkNetwork'>
  readonly companion: Pick<CompanionSessions, 'store'>
  readonly isOnline: () => boolean
}

export function createPassport({ desktop, session, guard, companion, isOnline }: PassportParts): Passport {
  return {
    async check() {
      const { fitness } = guard
      fitness.readScreen()
      // What was tested in another window counts; what can't be read makes nothing worse.
      await Promise.all([guard.checkNetwork(), fitness.readRun().catch(() => {})])
      const state = fitness.store.getState()
      const needsCompanion = session.store.getState().permissions.can('COMPANION_MODE_REQUIRED')
      const rows = passportOf({
        groups: state.fitness.groups,
        isOnline: isOnline(),
        isForeign: desktop.available ? guard.store.getState().unauthorised !== null : null,
        hasCompanion: needsCompanion ? companion.store.getState().companion === 'connected' : null,
      })
      return (
        rows
          .filter((row) => row.state === 'problem')
          .map(({ part }) => part)
          // What a browser tells of processor and memory is rounded, and nothing to hold against anybody.
          .filter((part) => part !== 'device' || state.isRead || unmetToTell(state).length > 0)
      )
    },
  }
}
