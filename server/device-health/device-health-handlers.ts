import { areOrdered, METRICS, type Thresholds } from '#shared/domain/device-grading.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { isTaken, mayKeep } from '../recorded/policy.ts'
import { Refusal } from '../refusal.ts'
import { saveSettings } from '../settings/save-settings.ts'
import type { TellSettings } from '../settings/tell-settings.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { keepMachine } from '../support/machines.ts'
import { changesTo, readDeviceSettings } from './device-settings.ts'
import { keepReport, newestReports } from './hardware-reports.ts'
import { gradedRun, keepRun, lastRunOf } from './speed-test-runs.ts'

export interface DeviceHealthServices {
  readonly db: Database
  readonly clock: Clock
  readonly tellSettings: TellSettings
  readonly shell: Pick<LiveShell, 'main'>
}

/** @throws Refusal 400 where the bounds aren't in order from best to worst. */
function requireOrdered(thresholds: Thresholds): void {
  for (const metric of METRICS) {
    const of = thresholds[metric]
    if (!of) continue
    if (!areOrdered(metric, of)) throw new Refusal(400, 'device.thresholds', { metric })
  }
}

/** Thresholds, runs of the speed test, and reports to support (spec 1 §7, 3 §4, §7). */
export function deviceHealthHandlers({
  db,
  clock,
  tellSettings,
  shell,
}: DeviceHealthServices): AreaHandlers<'deviceHealth'> {
  return {
    deviceConnectivityThresholds: () => readDeviceSettings(db),

    saveDeviceConnectivityThresholds: async (settings, { caller }) => {
      requireOrdered(settings.thresholds)
      const saving = { caller, at: clock() }
      const changed = await db
        .transaction()
        .execute(async (trx) => saveSettings(trx, await changesTo(trx, settings), saving))
      await tellSettings(changed)
      return { done: true }
    },

    saveSpeedTest: async ({ kind, results, server, isOwn }, { caller: { userID } }) => {
      const run = { userID, kind, results, server, takenAt: clock() }
      // What the person didn't begin themselves is a reading of their machine: of their shift alone.
      if (!isOwn && !(await mayKeep(db, userID, 'DEVICE_GRADE', run.takenAt)))
        throw new Refusal(409, 'reading.notNow')
      const graded = gradedRun(run, await readDeviceSettings(db))
      if (!(await isTaken(db, 'DEVICE_GRADE', run.takenAt))) return graded
      await keepRun(db, run)
      await keepMachine(db, userID, { grade: graded.grade })
      shell.main.toUser(userID, 'recordedReading', [{ kind: 'DEVICE_GRADE' }])
      return graded
    },

    lastSpeedTest: async (_input, { caller }) => ({
      last: await lastRunOf(db, caller.userID, await readDeviceSettings(db)),
    }),

    sendHardwareReport: async (report, { caller }) => {
      const { userID } = caller
      const lastRun = await lastRunOf(db, userID, await readDeviceSettings(db))
      return { id: await keepReport(db, { ...report, userID, lastRun, sentAt: clock() }) }
    },

    hardwareReports: (_input, { caller }) => newestReports(db, caller),
  }
}
