import { MACHINE_KINDS, type MachineKind, type ReadingPolicy } from '../domain/recorded-readings.ts'
import { inSection } from './setting.ts'
import { each, flag, group, part, whole } from './shape.ts'

const readings = inSection('recordedReadings')

const LABELS: Readonly<Record<MachineKind, string>> = {
  IDLE: 'Time without mouse and keyboard',
  ACTIVE_APP: 'Program in front',
  DEVICE_GRADE: 'Grade of the machine',
  WIFI: 'Wifi',
  VPN: 'VPN',
  LOCATION: 'Whether the place is known',
}

const kind = group({
  isOn: part('Taken', flag()),
  keepDays: part('Kept for', whole({ min: 1, max: 365, unit: 'days' })),
})

const usual = (): ReadingPolicy => {
  const entries = MACHINE_KINDS.map((name) => [name, { isOn: true, keepDays: 30 }])
  // Each kind is there.
  return Object.fromEntries(entries) as unknown as ReadingPolicy
}

/** What is read of people's machines while they work (spec 4 §5.4, 5 §5.1). */
export const RECORDED_READINGS = {
  'recordedReadings.kinds': readings(each(LABELS, kind), usual(), {
    label: 'What is read of machines',
    meaning:
      'Taken on shift only, and shown to each person with its purpose. Less holds at once; more holds after 7 days, and everybody is told.',
  }),
} as const
