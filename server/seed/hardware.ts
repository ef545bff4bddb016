import type { Finding } from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS, type Readings } from '#shared/domain/device-grading.ts'
import type { Database } from '../db/database.ts'
import { gradedRun } from '../device-health/speed-test-runs.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY, HOUR } from './timeline.ts'

const GIGABYTE = 1024 * 1024

/** As the page names it. */
const OWN_SERVER = 'Your company’s server'

/** A connection and machine as people have them: Mbit/s, ms, GB. */
interface Home {
  readonly name: string
  readonly hoursAgo: number
  readonly download: number
  readonly upload: number
  readonly ping: number
  readonly loss: number
  readonly memory: number
  readonly threads: number
  readonly wifi: number | null
}

const HOMES: readonly Home[] = [
  {
    name: 'Jamie Whitfield',
    hoursAgo: 26,
    download: 64,
    upload: 17,
    ping: 14,
    loss: 0,
    memory: 16,
    threads: 12,
    wifi: 88,
  },
  {
    name: 'Ellie Thornton',
    hoursAgo: 3,
    download: 6,
    upload: 0.9,
    ping: 71,
    loss: 6,
    memory: 8,
    threads: 8,
    wifi: 41,
  },
  {
    name: 'Kasia Nowak',
    hoursAgo: 50,
    download: 33,
    upload: 8,
    ping: 24,
    loss: 0,
    memory: 8,
    threads: 8,
    wifi: 79,
  },
  {
    name: 'Mohammed Iqbal',
    hoursAgo: 9,
    download: 120,
    upload: 22,
    ping: 8,
    loss: 0,
    memory: 32,
    threads: 16,
    wifi: 120,
  },
  {
    name: 'Priya Nair',
    hoursAgo: 5,
    download: 88,
    upload: 19,
    ping: 11,
    loss: 0,
    memory: 16,
    threads: 12,
    wifi: null,
  },
]

function readingsOf(home: Home, random: Random): Readings {
  const about = (value: number) => Math.round(value * (0.94 + random.next() * 0.12) * 10) / 10
  return {
    download: about(home.download),
    upload: about(home.upload),
    ping: about(home.ping),
    jitter: about(home.ping / 5),
    loss: home.loss,
    memorySize: Math.round(home.memory * GIGABYTE),
    threadCount: home.threads,
    wifiSignalStrength: home.wifi,
    memoryUsage: random.int(35, 60),
    cpuUsage: random.int(8, 35),
    diskUtilisation: random.int(3, 14),
  }
}

interface Report {
  readonly name: string
  readonly note: string
  readonly findings: readonly Finding[]
}

const REPORTS: readonly Report[] = [
  {
    name: 'Kasia Nowak',
    note: 'The respondent said I sounded far away. I plugged the headset in again and it is fine now.',
    findings: [
      { check: 'Microphone', state: 'attention', detail: 'Very quiet' },
      { check: 'Speakers', state: 'good', detail: 'The test tone was heard' },
      { check: 'Screen', state: 'good', detail: '1920 × 1080' },
    ],
  },
  {
    name: 'Ellie Thornton',
    note: 'Calls keep dropping since this morning. My flatmate works from home as well.',
    findings: [
      { check: 'Internet', state: 'problem', detail: 'Download 6 Mbit/s, upload 0.9 Mbit/s, 6 % lost' },
      { check: 'Wifi signal', state: 'problem', detail: '41 %' },
      { check: 'Microphone', state: 'good', detail: 'Jabra EVOLVE 20 hears you' },
      { check: 'Camera', state: 'skipped', detail: 'Not tested' },
    ],
  },
]

interface Desktop {
  readonly name: string
  readonly displayName: string
  readonly address: string
  readonly username: string
}

const DESKTOPS: readonly Desktop[] = [
  {
    name: 'Jamie Whitfield',
    displayName: 'Leeds training room',
    address: 'leeds-train-04.northgate.example',
    username: 'NORTHGATE\\jwhitfield',
  },
  {
    name: 'Priya Nair',
    displayName: 'Quality desk',
    address: 'quality-02.northgate.example',
    username: 'NORTHGATE\\pnair',
  },
  {
    name: 'Priya Nair',
    displayName: 'Leeds floor PC 12',
    address: 'leeds-floor-12.northgate.example:3390',
    username: 'NORTHGATE\\pnair',
  },
  {
    name: 'Tom Hargreaves',
    displayName: 'Reporting server',
    address: 'reports.northgate.example',
    username: 'NORTHGATE\\svc.tom',
  },
  {
    name: 'Tom Hargreaves',
    displayName: 'Dialler console',
    address: '192.0.2.40',
    username: 'NORTHGATE\\thargreaves',
  },
]

export interface HardwareSeed {
  readonly now: number
  /** How the database keeps a remote desktop's password; without it nobody has a remote desktop. */
  readonly sealRemoteDesktop?: ((userID: number, id: number, password: string) => string) | undefined
}

/** Runs of the speed test, two reports to support, and remote desktops. */
export async function seedHardware(trx: Database, { now, sealRemoteDesktop }: HardwareSeed): Promise<void> {
  const random = createRandom(20_261)
  const runs = HOMES.map((home) => {
    const results = Array.from({ length: 5 }, () => readingsOf(home, random))
    return {
      userID: personCalled(home.name).id,
      name: home.name,
      takenAt: now - home.hoursAgo * HOUR,
      results,
      server: OWN_SERVER,
    }
  })
  await insertRows(
    trx,
    'speedTestRuns',
    ['userID', 'takenAt', 'kind', 'results', 'server'],
    runs.map(({ userID, takenAt, results, server }) => [
      userID,
      takenAt,
      'TEST',
      JSON.stringify(results),
      server,
    ]),
  )
  const reports = REPORTS.map(({ name, note, findings }) => {
    const run = runs.find((one) => one.name === name)
    const lastRun = run ? gradedRun({ kind: 'TEST', ...run }, DEFAULT_DEVICE_SETTINGS) : null
    const sentAt = (run?.takenAt ?? now - DAY) + HOUR / 4
    const client = 'Fieldwork for Windows 0.1.0'
    return [personCalled(name).id, sentAt, JSON.stringify(findings), note, client, JSON.stringify(lastRun)]
  })
  await insertRows(
    trx,
    'hardwareReports',
    ['userID', 'sentAt', 'findings', 'note', 'client', 'lastRun'],
    reports,
  )
  if (!sealRemoteDesktop) return
  const desktops = DESKTOPS.map(({ name, displayName, address, username }, place) => {
    const [id, userID] = [place + 1, personCalled(name).id]
    return [
      id,
      userID,
      displayName,
      address,
      username,
      sealRemoteDesktop(userID, id, `Demo-${id}-desk`),
      now - DAY,
    ]
  })
  const columns = [
    'id',
    'userID',
    'displayName',
    'address',
    'username',
    'sealedPassword',
    'updatedAt',
  ] as const
  await insertRows(trx, 'remoteDesktops', columns, desktops)
}
