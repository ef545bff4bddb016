import { expect, test } from 'vitest'
import { newExport } from '../contract/exports.ts'
import { contactType } from '../contract/public-subjects.ts'
import { audioSetting, deploymentSettings, styleSettings } from '../contract/settings-entities.ts'
import { DEFAULT_STYLES } from './default-styles.ts'
import { contactProblem } from './profile.ts'
import { DEFAULT_AUDIO_SETTING, DEPLOYMENT_DEFAULTS, SETTINGS_TABS } from './settings.ts'
import { cssVariablesOf, isSafeColour } from './style-settings.ts'

test('S122 the audio setting holds the new-message sound and four ways of being told', () => {
  expect(audioSetting.safeParse(DEFAULT_AUDIO_SETTING).success).toBe(true)
  const { newMessageSound, ...ways } = DEFAULT_AUDIO_SETTING
  expect(newMessageSound).toBe('ALL')
  const common = ['isEnabled', 'notifyWhenOfflineOnly', 'notifyOnlyWhenMentioned']
  expect(Object.entries(ways).map(([name, way]) => [name, Object.keys(way)])).toEqual([
    ['whatsappNotificationSetting', [...common, 'forcedMentionOnly']],
    ['emailNotificationSetting', common],
    ['mobileAppNotificationSetting', common],
    ['browserNotificationSetting', common],
  ])
  for (const name of Object.keys(DEFAULT_AUDIO_SETTING))
    expect(audioSetting.safeParse({ ...DEFAULT_AUDIO_SETTING, [name]: undefined }).success).toBe(false)
  for (const [name, way] of Object.entries(ways))
    for (const flag of Object.keys(way))
      for (const [value, good] of [
        [true, true],
        [false, true],
        [undefined, false],
        ['yes', false],
      ] as const) {
        const setting = { ...DEFAULT_AUDIO_SETTING, [name]: { ...way, [flag]: value } }
        expect([name, flag, value, audioSetting.safeParse(setting).success]).toEqual([
          name,
          flag,
          value,
          good,
        ])
      }
  const sounds = ['ALL', 'MENTIONED', 'NONE', 'SOME'] as const
  const taken = sounds.filter(
    (sound) => audioSetting.safeParse({ ...DEFAULT_AUDIO_SETTING, newMessageSound: sound }).success,
  )
  expect(taken).toEqual(['ALL', 'MENTIONED', 'NONE'])
  expect(DEFAULT_AUDIO_SETTING).toMatchObject({
    whatsappNotificationSetting: {
      notifyWhenOfflineOnly: false,
      notifyOnlyWhenMentioned: false,
      forcedMentionOnly: false,
    },
  })
})

test('S123 by default WhatsApp is off, e-mail on, mobile on, browser off', () => {
  const { whatsappNotificationSetting, emailNotificationSetting } = DEFAULT_AUDIO_SETTING
  const { mobileAppNotificationSetting, browserNotificationSetting } = DEFAULT_AUDIO_SETTING
  const ways = [
    whatsappNotificationSetting,
    emailNotificationSetting,
    mobileAppNotificationSetting,
    browserNotificationSetting,
  ]
  expect(ways.map(({ isEnabled }) => isEnabled)).toEqual([false, true, true, false])
})

test('S127 the contact types', () => {
  const named = 'EMAIL TELEPHONE ADDRESS EMERGENCY_CONTACT FACEBOOK TWITTER INSTAGRAM LINKEDIN MOBILE'
  expect(contactType.options).toEqual(named.split(' '))
  // Every type takes any text, but those with a telephone number or mail address.
  const refused = contactType.options.filter((type) => contactProblem({ type, label: 'Ann', value: 'words' }))
  expect(refused.join(' ')).toBe('EMAIL TELEPHONE EMERGENCY_CONTACT MOBILE')
})

test('S128 the tabs of the settings modal', () => {
  expect(SETTINGS_TABS.join(', ')).toBe(
    'personal details, external services, notifications, hardware, ticket issue, calendar, my tasks, attendance, my development, mobile app',
  )
})

test('S130 each kind of value has styles in both themes, and each style is a pair of variables', () => {
  for (const settings of [DEFAULT_STYLES.LIGHT, DEFAULT_STYLES.DARK]) {
    expect(styleSettings.safeParse(settings).success).toBe(true)
    const variables = cssVariablesOf(settings)
    for (const name of [
      'activity-system-issues',
      'task-status-in-progress',
      'task-priority-emergency',
      'event-state-requested-cancelation',
      'event-type-cati-appointment',
      'job-status-in-field',
      'job-sub-status-late',
      'job-type-face-to-face',
      'job-combination-in-field-late',
    ]) {
      expect(isSafeColour(variables.get(`--fw-${name}`) ?? '')).toBe(true)
      expect(isSafeColour(variables.get(`--fw-${name}-bg`) ?? '')).toBe(true)
    }
    const own = cssVariablesOf({ ...settings, variables: { bg: '#123456' } })
    expect(own.get('--fw-bg')).toBe('#123456')
    expect(own.size).toBe(variables.size + 1)
  }
})

test('S132 an export is immediate, to Excel, with no columns chosen', () => {
  expect(newExport.request.parse({ page: 'Skills' })).toMatchObject({
    ...{ mode: 'Immediate', type: 'Excel', columns: [] },
  })
  for (const type of ['CSV', 'Excel'])
    expect(newExport.request.parse({ page: 'Skills', mode: 'Immediate', type })).toMatchObject({ type })
  expect(newExport.request.safeParse({ page: 'Skills', mode: 'Scheduled' }).success).toBe(false)
})

test('S123 S132 every default is one that the installation could have saved', () => {
  for (const [name, schema] of Object.entries(deploymentSettings)) {
    const { success, error } = schema.safeParse(DEPLOYMENT_DEFAULTS[name as keyof typeof DEPLOYMENT_DEFAULTS])
    expect([name, success, error?.issues ?? []]).toEqual([name, true, []])
  }
})

test.each([
  ['#fff', true],
  ['#0d6a58', true],
  ['#0d6a5880', true],
  ['rgb(13 106 88 / 50%)', true],
  ['rgba(13, 106, 88, 0.5)', true],
  ['hsl(160deg 40% 30%)', true],
  ['url(https://evil.example/x.png)', false],
  ['#fff; background: url(x)', false],
  ['var(--fw-bg)', false],
  ['rgb(1 2 3) url(x)', false],
  ['expression(alert(1))', false],
  ['red', false],
  ['', false],
  [`rgb(1 2 ${'3'.repeat(200)})`, false],
])('%s as a colour: %s', (value, safe) => {
  expect(isSafeColour(value)).toBe(safe)
})

test('S130 style settings with an unknown name or an unsafe value are refused', () => {
  const wrong = [
    { variables: { 'no-such-colour': '#fff' } },
    { variables: { bg: 'url(x)' } },
    { trackerActivities: { BREAK: { colour: '#fff', background: 'image-set("x")' } } },
    { trackerActivities: { BREAK: { colour: '#fff' } } },
    { trackerActivities: { ['x'.repeat(61)]: { colour: '#fff', background: '#000' } } },
  ]
  for (const part of wrong)
    expect(styleSettings.safeParse({ ...DEFAULT_STYLES.LIGHT, ...part }).success).toBe(false)
})
