import { isHigherBetter, METRICS, type Thresholds } from '#shared/domain/device-grading.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { keepDeviceSettings, readDeviceSettings } from './device-settings.ts'
import { keepReport, newestReports } from './hardware-reports.ts'
import { gradedRun, keepRun, lastRunOf } from './speed-test-runs.ts'

export interface DeviceHealthServices {
  readonly db: Database
  readonly clock: Clock
}

/** @throws Refusal 400 where the bounds aren't in order from best to worst. */
function requireOrdered(thresholds: Thresholds): void {
  for (const metric of METRICS) {
    const of = thresholds[metric]
    if (!of) continue
    const row = [of.exceptional, of.veryGood, of.good, of.fair, of.poor]
    const isOrdered = row.every((bound, i) => {
      const next = row[i + 1] ?? bound
      return isHigherBetter(metric) ? bound >= next : bound <= next
    })
    if (!isOrdered) throw new Refusal(400, 'device.thresholds', { metric })
  }
}

/** Thresholds, runs of the speed test, and reports to support (spec 1 §7, 3 §4, §7). */
export function deviceHealthHandlers({ db, clock }: DeviceHealthServices): AreaHandlers<'deviceHealth'> {
  return {
    deviceConnectivityThresholds: () => readDeviceSettings(db),

    saveDeviceConnectivityThresholds: async (settings) => {
      requireOrdered(settings.thresholds)
      await keepDeviceSettings(db, settings)
      return { done: true }
    },

    saveSpeedTest: async ({ kind, results, server }, { caller }) => {
      const run = { userID: caller.userID, kind, results, server, takenAt: clock() }
      await keepRun(db, run)
      return gradedRun(run, await readDeviceSettings(db))
    },

    lastSpeedTest: async (_input, { caller }) => ({
      last: await lastRunOf(db, caller.userID, await readDeviceSettings(db)),
    }),

    sendHardwareReport: async (report, { caller }) => {
      const { userID } = caller
      const lastRun = await lastRunOf(db, userID, await readDeviceSettings(db))
      return { id: await keepReport(db, { ...report, userID, lastRun, sentAt: clock() }) }
    },

    hardwareReports: () => newestReports(db),
  }
}
