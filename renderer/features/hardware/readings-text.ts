import { gigabytesOf, type Metric, wifiLink } from '#shared/domain/device-grading.ts'
import type { NetworkLocation } from '#shared/domain/device-guard.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import type { MeterProgress } from '../../services/machine/speed-test.ts'

const UNITS: Readonly<Record<Metric, string>> = {
  download: ' Mbit/s',
  upload: ' Mbit/s',
  ping: ' ms',
  jitter: ' ms',
  loss: ' %',
  memorySize: ' GB',
  threadCount: '',
  memoryUsage: ' %',
  cpuUsage: ' %',
  diskUtilisation: ' %',
  wifiSignalStrength: ' %',
}

/** A reading for a person: one decimal below 10, none above. */
export function readingText(metric: Metric, reading: number): string {
  if (metric === 'wifiSignalStrength' && wifiLink(reading) !== 'wifi') {
    return wifiLink(reading) === 'wired' ? 'Network cable' : 'No connection'
  }
  const value = metric === 'memorySize' ? gigabytesOf(reading) : reading
  const rounded = value < 10 || metric === 'memorySize' ? Math.round(value * 10) / 10 : Math.round(value)
  return `${rounded}${UNITS[metric]}`
}

export const LOCATION_NAMES: Readonly<Record<NetworkLocation, string>> = {
  OFFICE: 'Office',
  HOME: 'Home',
  UNKNOWN: 'Not known',
}

/** What a test is at, in a few words. */
export function liveText({ phase, value }: MeterProgress): string {
  const name = { ping: 'Ping', download: 'Download', upload: 'Upload' }[phase]
  return value === null ? `${name} …` : `${name} ${readingText(phase, value)}`
}

/** A point in time as people say it: 'today 14:05', else with its day. */
export function whenText(time: string, now: number): string {
  const [at, present] = [new Date(time), new Date(now)]
  const clock = at.toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit' })
  if (at.toDateString() === present.toDateString()) return `today ${clock}`
  return `${at.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short' })} ${clock}`
}
