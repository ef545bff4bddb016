/** What commands of Windows print, in English and German, for stand-ins to replay. See docs/desktop.md for where it comes from. */

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n`

const interfaceLines = (words: Record<string, string>, signal: string | null, ssid = 'Northgate') => [
  `    Name                   : ${words.name}`,
  `    ${words.description}           : Intel(R) Wi-Fi 6 AX201 160MHz`,
  '    GUID                   : 3f8a2f0e-9b1c-4d5e-8f70-0123456789ab',
  `    ${words.address}       : 04:33:c2:00:11:22`,
  `    ${words.state}                  : ${signal === null ? words.disconnected : words.connected}`,
  ...(signal === null
    ? [
        `    ${words.radio}           : Hardware ${words.on}`,
        `                             Software ${words.off}`,
      ]
    : [
        `    SSID                   : ${ssid}`,
        '    BSSID                  : 70:4c:a5:00:11:22',
        `    ${words.rate1}  : 866,7`,
        `    ${words.rate2} : 866.7`,
        `    Signal                 : ${signal}`,
        `    ${words.profile}                : ${ssid} `,
      ]),
]

const ENGLISH = {
  name: 'Wi-Fi',
  description: 'Description',
  address: 'Physical address',
  state: 'State',
  connected: 'connected',
  disconnected: 'disconnected',
  radio: 'Radio status',
  on: 'On',
  off: 'Off',
  rate1: 'Receive rate (Mbps)',
  rate2: 'Transmit rate (Mbps)',
  profile: 'Profile',
}
const GERMAN = {
  name: 'WLAN',
  description: 'Beschreibung',
  address: 'Physische Adresse',
  state: 'Status',
  connected: 'Verbunden',
  disconnected: 'Getrennt',
  radio: 'Funkstatus',
  on: 'Ein',
  off: 'Aus',
  rate1: 'Empfangsrate (MBit/s)',
  rate2: 'Übertragungsrate (MBit/s)',
  profile: 'Profil',
}

/** `netsh wlan show interfaces`. */
export const NETSH = {
  connected: lines('', 'There is 1 interface on the system:', '', ...interfaceLines(ENGLISH, '87%'), ''),
  connectedGerman: lines(
    '',
    'Es ist 1 Schnittstelle auf dem System vorhanden:',
    '',
    ...interfaceLines(GERMAN, '64%'),
  ),
  namedLikeASignal: lines(
    '',
    'There is 1 interface on the system:',
    '',
    ...interfaceLines(ENGLISH, '31%', '99%'),
  ),
  off: lines('', 'There is 1 interface on the system:', '', ...interfaceLines(ENGLISH, null), ''),
  offGerman: lines(
    '',
    'Es ist 1 Schnittstelle auf dem System vorhanden:',
    '',
    ...interfaceLines(GERMAN, null),
  ),
  noAdapter: lines('', 'There is no wireless interface on the system.', ''),
  serviceStopped: lines('', 'The Wireless AutoConfig Service (wlansvc) is not running.', ''),
  needsLocation: lines(
    'Network shell commands need location permission to access WLAN information. Turn on Location services on the Location page in Privacy & security settings.',
    'Here is the URI for the Location page in the Settings app:',
    'ms-settings:privacy-location',
  ),
} as const

/** `rasdial`, listing, connecting and failing. */
export const RASDIAL = {
  none: lines('No connections', 'Command completed successfully.'),
  noneGerman: lines('Keine Verbindungen', 'Der Befehl wurde erfolgreich ausgeführt.'),
  up: lines('Connected to', 'Office VPN', 'Command completed successfully.'),
  upGerman: lines('Verbunden mit', 'Office VPN', 'Der Befehl wurde erfolgreich ausgeführt.'),
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

/** `tasklist /FO CSV /NH`. */
export const TASKLIST = {
  running: lines('"dialler.exe","4120","Console","1","48.112 K"'),
  none: lines('INFO: No tasks are running which match the specified criteria.'),
  noneGerman: lines('INFORMATION: Es werden keine Aufgaben mit den angegebenen Kriterien ausgeführt.'),
} as const

/** The script of the location service. */
export const LOCATION = {
  known: lines('{"denied":false,"known":true,"latitude":53.7997,"longitude":-1.5492,"accuracy":28.5}'),
  unknown: lines('{"denied":false,"known":false,"latitude":null,"longitude":null,"accuracy":null}'),
  denied: lines('{"denied":true,"known":false,"latitude":null,"longitude":null,"accuracy":null}'),
} as const

/** The script that watches which program is in front: what it calls itself is in the system's language. */
export const ACTIVE_APP = {
  english: lines(
    '{"program":"explorer","name":"Windows Explorer"}',
    '',
    '{"program":"EXCEL","name":"Microsoft Excel"}',
  ),
  german: lines(
    '{"program":"explorer","name":"Windows-Explorer"}',
    '',
    '{"program":"CalculatorApp","name":"Taschenrechner für Büros"}',
  ),
  /** A program that runs with higher rights doesn't tell. */
  elevated: lines('{"name":"","program":"mmc"}'),
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
