import { expect, test } from 'vitest'
import { readMainOptions, UsageError } from './main-options.ts'

test('what is not said has its default', () => {
  expect(readMainOptions(['--data', 'd'])).toEqual({
    data: 'd',
    database: null,
    backplane: null,
    files: null,
    drainMs: 0,
    port: 0,
    host: '127.0.0.1',
    staticFolder: null,
    reset: false,
    seed: true,
    demoSize: 'small',
    logLevel: 'info',
    tls: null,
    redirectPort: null,
    logFolder: null,
    backupFolder: null,
    metricsAddress: null,
    stopWithParent: false,
    publicOrigin: null,
    trustedHosts: [],
    trustedProxies: [],
    webhookNetworks: [],
    permissionNumbers: null,
    activityRules: null,
  })
})

test('everything can be said', () => {
  const line =
    '--data d --port 8080 --host ::1 --static s --reset --no-seed --demo full --log warn --log-dir logs --backup-dir backups --metrics-address [::1]:9100 --stop-with-parent --tls-cert c.pem --tls-key k.pem --redirect-port 80 ' +
    '--public-origin https://fieldwork.example/ --trusted-host a.example --trusted-host b.example:8080 ' +
    '--trusted-proxy 10.0.0.0/8 --trusted-proxy ::1 ' +
    '--permission-numbers numbers.json --activity-rules rules.json'
  expect(readMainOptions(line.split(' '))).toEqual({
    data: 'd',
    database: null,
    backplane: null,
    files: null,
    drainMs: 0,
    port: 8080,
    host: '::1',
    staticFolder: 's',
    reset: true,
    seed: false,
    demoSize: 'full',
    logLevel: 'warn',
    tls: { certificate: 'c.pem', key: 'k.pem' },
    redirectPort: 80,
    logFolder: 'logs',
    backupFolder: 'backups',
    metricsAddress: { host: '::1', port: 9100 },
    stopWithParent: true,
    publicOrigin: 'https://fieldwork.example',
    trustedHosts: ['a.example', 'b.example:8080'],
    trustedProxies: ['10.0.0.0/8', '::1'],
    webhookNetworks: [],
    permissionNumbers: 'numbers.json',
    activityRules: 'rules.json',
  })
})

const POSTGRES = 'postgres://ann:secret@db.example:5432/fieldwork'

test('a stop drains for 5 s beside other servers and not at all alone, or as long as is said', () => {
  const drainOf = (...args: string[]) => readMainOptions(['--data', 'd', ...args]).drainMs
  expect(drainOf()).toBe(0)
  expect(drainOf('--database', POSTGRES)).toBe(5000)
  expect(drainOf('--database', POSTGRES, '--drain', '0')).toBe(0)
  expect(drainOf('--drain', '600')).toBe(600_000)
  for (const text of ['601', '-1', '1.5', 'ten', ''])
    expect(() => drainOf(`--drain=${text}`)).toThrow(`--drain ${text} is no number of seconds (0 to 600)`)
})

test('files beside a PostgreSQL are kept in a folder, or in a store of objects; the option goes before the environment', () => {
  const database = ['--data', 'd', '--database', 'postgres://a@b/c']
  const filesOf = (args: string[], environment = {}) =>
    readMainOptions([...database, ...args], environment).files
  expect(filesOf([])).toBeNull()
  expect(filesOf(['--files', '/mnt/files'])).toBe('/mnt/files')
  expect(filesOf(['--files', 's3://bucket/a?region=eu-west-2'])).toBe('s3://bucket/a?region=eu-west-2')
  expect(filesOf([], { FIELDWORK_FILES: 's3://bucket' })).toBe('s3://bucket')
  expect(filesOf(['--files', 'here'], { FIELDWORK_FILES: 's3://bucket' })).toBe('here')
  expect(() => filesOf(['--files', 's3://key:planted@bucket'])).toThrow(UsageError)
  expect(() => filesOf(['--files', 'ftp://bucket'])).toThrow(UsageError)
  expect(() => readMainOptions(['--data', 'd', '--files', '/mnt/files'])).toThrow(
    '--files is for servers with --database: without it files are in the data folder',
  )
})

test('a PostgreSQL is named by an option, or by the environment, where nobody sees its password', () => {
  const variable = { FIELDWORK_DATABASE: POSTGRES }
  expect(readMainOptions(['--data', 'd', '--database', POSTGRES]).database).toBe(POSTGRES)
  expect(readMainOptions(['--data', 'd'], variable).database).toBe(POSTGRES)
  const other = 'postgresql://localhost/other'
  expect(readMainOptions(['--data', 'd', '--database', other], variable).database).toBe(other)
  expect(readMainOptions(['--data', 'd'], { FIELDWORK_DATABASE: '' }).database).toBeNull()
  expect(() => readMainOptions(['--data', 'd', '--reset'], variable)).toThrow('make a new database instead')
})

test.each([
  ['', '--data DIR is missing'],
  ['--data d --database fieldwork', 'must be like postgres://user:password@host:5432/database'],
  ['--data d --database mysql://db/fieldwork', 'must be like postgres://'],
  ['--data d --database postgres://db.example', 'must be like postgres://'],
  ['--data d --tls-cert c.pem', '--tls-key is missing'],
  ['--data d --tls-key k.pem', '--tls-cert is missing'],
  ['--data d --redirect-port 80', '--redirect-port leads to HTTPS'],
  ['--data d --tls-cert c --tls-key k --redirect-port x', '--redirect-port x is no port'],
  ['--data d --port 65536', '--port 65536 is no port (0 to 65535)'],
  ['--data d --port -1', 'argument is ambiguous'],
  ['--data d --port x', '--port x is no port (0 to 65535)'],
  ['--data d --demo huge', '--demo huge is none of full, small'],
  ['--data d --log loud', '--log loud is none of trace, debug'],
  ['--data d --public-origin fieldwork', '--public-origin fieldwork is no origin'],
  ['--data d --public-origin https://a.example/b', 'is no origin, such as https://fieldwork.example'],
  ['--data d --trusted-proxy 10.0.0.0/33', 'is no address and no range'],
  ['--data d --metrics-address 9100', 'is no address, such as 127.0.0.1:9100'],
  ['--data d --frobnicate', "Unknown option '--frobnicate'"],
  ['--data d stray', "Unexpected argument 'stray'"],
])('%j is refused in words', (line, message) => {
  expect(() => readMainOptions(line === '' ? [] : line.split(' '))).toThrow(message)
})

test('hints between servers: a Redis, and only with a database that several can share', () => {
  const on = ['--data', 'd', '--database', 'postgres://db/fieldwork']
  expect(readMainOptions(on).backplane).toBeNull()
  expect(readMainOptions([...on, '--backplane', 'redis://hints:6379']).backplane).toBe('redis://hints:6379')
  expect(readMainOptions(on, { FIELDWORK_BACKPLANE: 'rediss://hints' }).backplane).toBe('rediss://hints')
  for (const text of ['hints', 'http://hints', 'redis://'])
    expect(() => readMainOptions([...on, '--backplane', text])).toThrow('redis://user:password@host:6379')
  expect(() => readMainOptions(['--data', 'd', '--backplane', 'redis://hints'])).toThrow('--database')
})
