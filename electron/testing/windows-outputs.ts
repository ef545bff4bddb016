/**
 * What commands of Windows print, in English and German, for stand-ins. docs/desktop.md says where it comes
 * from.
 */

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n`

/** `rasdial`, connecting and failing. */
export const RASDIAL = {
  connected: lines(
    'Connecting to Office VPN...',
    'Verifying username and password...',
    'Registering your computer on the network...',
    'Successfully connected to Office VPN.',
    'Command completed successfully.',
  ),
  error: (code: number) =>
    lines(
      'Connecting to Office VPN...',
      '',
      `Remote Access error ${code} - The connection was denied by the server at 10.120.4.7 after 250 tries.`,
      '',
      'For more help on this error:',
      `\tIn help, click Troubleshooting, then Error Messages, then ${code}`,
    ),
  errorGerman: (code: number) =>
    lines(
      'Verbindung mit Office VPN wird hergestellt...',
      '',
      `RAS-Fehler ${code} - Die Verbindung wurde vom Server verweigert.`,
      '',
      'Weitere Hilfe zu diesem Fehler:',
      `\tKlicken Sie in der Hilfe auf "Fehlermeldungen" und dann auf ${code}.`,
    ),
} as const

/** The script of the location service. */
export const LOCATION = {
  known: lines('{"denied":false,"known":true,"latitude":53.7997,"longitude":-1.5492,"accuracy":28.5}'),
  unknown: lines('{"denied":false,"known":false,"latitude":null,"longitude":null,"accuracy":null}'),
  denied: lines('{"denied":true,"known":false,"latitude":null,"longitude":null,"accuracy":null}'),
} as const

/** `ping -n 4`. */
export const PING = {
  answered: lines(
    'Pinging 127.0.0.1 with 32 bytes of data:',
    'Reply from 127.0.0.1: bytes=32 time=12ms TTL=128',
    'Reply from 127.0.0.1: bytes=32 time=14ms TTL=128',
    'Reply from 127.0.0.1: bytes=32 time=13ms TTL=128',
    'Reply from 127.0.0.1: bytes=32 time<1ms TTL=128',
  ),
} as const

const ooklaLine = (type: string, rest: object) =>
  JSON.stringify({ type, timestamp: '2026-11-21T09:30:00Z', ...rest })
const OOKLA_SERVER = {
  id: 12345,
  host: 'speedtest.northgate-fibre.example:8080',
  port: 8080,
  name: 'Northgate Fibre',
  location: 'Leeds',
  country: 'United Kingdom',
  ip: '192.0.2.7',
}
const OOKLA_INTERFACE = {
  internalIp: '192.168.1.21',
  name: 'eth0',
  macAddr: '02:01:78:00:00:00',
  isVpn: false,
  externalIp: '203.0.113.10',
}
const OOKLA_START = ooklaLine('testStart', {
  isp: 'Northgate Fibre',
  interface: OOKLA_INTERFACE,
  server: OOKLA_SERVER,
})
const ooklaPing = (latency: number, progress: number) =>
  ooklaLine('ping', { ping: { jitter: 1.13, latency, progress } })
const ooklaTransfer = (type: 'download' | 'upload', bandwidth: number, bytes: number, progress: number) =>
  ooklaLine(type, { [type]: { bandwidth, bytes, elapsed: Math.round(progress * 15_000), progress } })
const OOKLA_RESULT = {
  ping: { jitter: 1.022, latency: 12.363, low: 11.9, high: 14.1 },
  download: {
    bandwidth: 11_644_000,
    bytes: 95_966_645,
    elapsed: 10_804,
    latency: { iqm: 20.1, low: 12.2, high: 61.7, jitter: 3.2 },
  },
  upload: {
    bandwidth: 3_701_179,
    bytes: 35_468_808,
    elapsed: 9703,
    latency: { iqm: 24, low: 12.9, high: 80.3, jitter: 4.1 },
  },
  packetLoss: 0.5,
  isp: 'Northgate Fibre',
  interface: OOKLA_INTERFACE,
  server: OOKLA_SERVER,
  result: { id: '0b1c', url: 'https://speedtest.example/result/c/0b1c', persisted: true },
}
const ooklaLog = (level: string, message: string) => ooklaLine('log', { message, level })

/**
 * Ookla's `speedtest --format=jsonl --progress=yes`, written from its documentation and from published
 * outputs: the program wasn't available here.
 */
export const OOKLA = {
  whole: lines(
    OOKLA_START,
    ooklaPing(13.8, 0.2),
    ooklaPing(12.363, 1),
    ooklaTransfer('download', 9_300_000, 12_288_000, 0.18),
    ooklaTransfer('download', 11_644_000, 95_966_645, 1),
    ooklaTransfer('upload', 3_501_179, 19_799_551, 0.368),
    ooklaTransfer('upload', 3_701_179, 35_468_808, 1),
    ooklaLine('result', OOKLA_RESULT),
  ),
  /** The middle of a download of 88 Mbit/s. */
  downloading: lines(
    OOKLA_START,
    ooklaPing(12.363, 1),
    ooklaTransfer('download', 11_000_000, 48_000_000, 0.4),
  ),
  /** On a line so fast that a test moves more than it may. */
  huge: lines(
    OOKLA_START,
    ooklaTransfer('download', 120_000_000, 900_000_000, 0.5),
    ooklaTransfer('download', 120_000_000, 990_000_000, 1),
    ooklaTransfer('upload', 120_000_000, 20_000_000, 0.1),
  ),
  /** A result without counted packets. */
  withoutLoss: lines(OOKLA_START, ooklaLine('result', { ...OOKLA_RESULT, packetLoss: undefined })),
  /** What it prints on standard error at its first run. */
  licence: lines(
    '==============================================================================',
    '',
    'You may only use this Speedtest software and information generated',
    'from it for personal, non-commercial use, through a command line',
    'interface on a personal computer.',
    '',
    'License acceptance recorded. Continuing.',
    '',
  ),
  noServers: lines(
    '[2026-11-21 09:30:00.000] [error] Server Selection - Failed to find a working test server. (NoServers)',
    ooklaLog('error', 'Server Selection - Failed to find a working test server. (NoServers)'),
  ),
  noConfiguration: lines(
    "[2026-11-21 09:30:00.000] [error] Configuration - Couldn't resolve host name (HostNotFoundException)",
    ooklaLog('error', 'Configuration - Could not retrieve or read configuration (ConfigurationError)'),
  ),
  otherProblem: lines(ooklaLog('error', 'Upload - Protocol error: did not receive HELLO')),
  result: (changes: object) => lines(ooklaLine('result', { ...OOKLA_RESULT, ...changes })),
  log: (level: string, message: string) => lines(ooklaLog(level, message)),
} as const
