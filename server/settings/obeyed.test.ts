import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_KEYS, settingOf } from '#shared/settings/registry.ts'

const FOLDERS = ['server', 'renderer', 'shared']

/** The code outside the registry, without tests, as one text. */
function code(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.|\/testing\/|\/migrations\/|\/seed\//.test(file) &&
      !file.startsWith('shared/settings/'),
  )
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

/** Parts of settings that one file reads together: `devices.${name}` of a list of names. */
const TOGETHER: Readonly<Record<string, string>> = {
  activity: 'server/activity/activity-rules.ts',
  devices: 'server/device-health/device-settings.ts',
}

const all = code()
const isRead = (key: string): boolean => {
  if (all.includes(`'${key}'`)) return true
  const [section = '', name = ''] = key.split('.')
  const file = TOGETHER[section]
  return file !== undefined && new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'))
}

test('A083 every setting is read by code, or says which later pages will go by it, and never both', () => {
  const wrong = SETTING_KEYS.filter((key) => isRead(key) === (settingOf(key).awaits !== null))
  expect(wrong).toEqual([])
})
