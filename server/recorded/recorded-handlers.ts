import {
  isMachineKind,
  loosensAt,
  NEVER_KEPT,
  READING_KINDS,
  READING_RULES,
} from '#shared/domain/recorded-readings.ts'
import { READING_PURPOSES } from '#shared/domain/recorded-words.ts'
import { EXPORT_AT_ONCE_MAX } from '#shared/domain/records.ts'
import type { RetentionRule } from '#shared/domain/retention.ts'
import { RETENTION_UNITS } from '#shared/settings/retention.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { sheetFile } from '../records/sheet-file.ts'
import { Refusal } from '../refusal.ts'
import { policyNow } from './policy.ts'
import { keepingNow, readingsOf } from './readings.ts'
import { readingsSheet } from './readings-sheet.ts'

const PAGE = 'tracker.home'

interface RecordedServices {
  readonly db: Database
  readonly clock: Clock
}

const momentOf = (at: string | null) => (at === null ? null : Date.parse(at))

/** '30 days', '1 year'. */
function lengthText({ keep, unit }: Pick<RetentionRule, 'keep' | 'unit'>): string {
  const words = RETENTION_UNITS[unit]
  return `${keep} ${keep === 1 ? words.slice(0, -1) : words}`
}

/** What is recorded about the caller, and by which policy (spec 4 §4.2.1). */
export function recordedHandlers({ db, clock }: RecordedServices): AreaHandlers<'recorded'> {
  return {
    recordedMine: async ({ kinds, from, to }, { caller: { userID } }) => {
      const now = clock()
      const wanted = { userID, kinds, from: momentOf(from), to: momentOf(to) }
      return { ...(await readingsOf(db, wanted, now)), asOf: new Date(now).toISOString() }
    },

    recordedFile: async ({ type, ...asked }, { caller }) => {
      const now = clock()
      const { kinds, from, to } = asked
      const { userID } = caller
      const wanted = { userID, kinds, from: momentOf(from), to: momentOf(to), max: EXPORT_AT_ONCE_MAX }
      const { readings, hasMore } = await readingsOf(db, wanted, now)
      if (hasMore) throw new Refusal(400, 'export.tooMany')
      const sheet = readingsSheet(readings)
      await audit(db, caller, now, {
        ...{ action: 'EXPORTED', page: PAGE, recordType: 'recordedReading', recordID: null },
        ...{ personID: userID, label: sheet.name },
        changes: [
          { field: 'filters', before: null, after: asked },
          { field: 'rows', before: null, after: sheet.rows.length },
        ],
      })
      return sheetFile(db, sheet, { type, now })
    },

    recordedPolicy: async () => {
      const now = clock()
      const { saved, changes, inForce } = await policyNow(db, now)
      const keeping = await keepingNow(db, now)
      return {
        rules: READING_KINDS.map((kind) => {
          const { when, seenBy } = READING_RULES[kind]
          const isNever = NEVER_KEPT.includes(kind)
          const from = isMachineKind(kind) ? loosensAt(changes, saved, kind, now) : null
          return {
            ...{ kind, when, seenBy, purpose: READING_PURPOSES[kind] },
            isOn: !isNever && (!isMachineKind(kind) || inForce[kind].isOn),
            keptFor: isNever ? '' : lengthText(keeping(kind)),
            comes:
              isMachineKind(kind) && from !== null
                ? {
                    isOn: saved[kind].isOn,
                    keptFor: lengthText({ keep: saved[kind].keepDays, unit: 'DAYS' }),
                    at: new Date(from).toISOString(),
                  }
                : null,
          }
        }),
      }
    },
  }
}
