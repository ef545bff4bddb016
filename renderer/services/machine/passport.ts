import { DEVICE_NEEDS, type Part, passportOf, unfitWords } from '#shared/domain/device-fitness.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { CompanionSessions } from '../session/companion.ts'
import type { Session } from '../session/session.ts'
import type { DeviceGuard } from './device-guard.ts'
import { unmetToTell } from './fitness.ts'

/** The passport check as a shift begins with it (spec 4 §4.2.1). */
export interface Passport {
  /** Looks at machine and connections now. Gives in words what isn't fit for work; nothing of what is, or isn't known. */
  check(): Promise<readonly string[]>
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
      const told: readonly Part[] = unmetToTell(state)
      // What a browser tells of processor and memory is rounded, and nothing to hold against anybody.
      const isKnown = (part: Part) => state.isRead || !isNeed(part) || told.includes(part)
      return rows
        .filter(
          (row) => row.state === 'problem' && (row.part !== 'device' || state.isRead || told.length > 0),
        )
        .map(({ part }) => unfitWords(part, state.fitness, isKnown))
    },
  }
}

const isNeed = (part: Part): boolean => DEVICE_NEEDS.some((need) => need === part)
