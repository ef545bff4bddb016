import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { accountSettings } from '#shared/contract/account-access.ts'
import type { AudioSetting } from '#shared/contract/settings-entities.ts'
import type { QuietHours } from '#shared/domain/chat-quiet.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { Loaded } from '../Loaded.tsx'
import styles from '../People.module.css'
import access from './Access.module.css'
import { TEXT } from './text.ts'

interface Settings {
  readonly audio: AudioSetting
  readonly quietHours: QuietHours
}
type Channel = Exclude<keyof AudioSetting, 'newMessageSound'>

const SOUNDS = Object.keys(TEXT.sounds) as AudioSetting['newMessageSound'][]
const CHANNELS = Object.keys(TEXT.channelNames) as Channel[]
/** Days of the week in the order in which they are worked, 0 for Sunday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]
const DAY_NAME = dateFormat({ weekday: 'short', timeZone: 'UTC' })
/** 1 November 2026 is a Sunday. */
const nameOf = (day: number) => DAY_NAME.format(Date.UTC(2026, 10, 1 + day))
const language = () => new Intl.DisplayNames([LOCALE], { type: 'language' }).of(LOCALE) ?? LOCALE

/** How somebody is told of messages, for who helps them with it (spec 5 §3.6). */
export function PersonalSettings({ record }: { readonly record: ListedRow }) {
  return (
    <Loaded
      part="settings"
      person={record}
      read={(api, userID) => api.call(accountSettings, { userID }, { quiet: true })}
    >
      {(settings) => <SettingsForm userID={record.id} first={settings} />}
    </Loaded>
  )
}

function SettingsForm({ userID, first }: { readonly userID: number; readonly first: Settings }) {
  const { api, notices } = useServices()
  const [kept, setKept] = useState(first)
  const [audio, setAudio] = useState(first.audio)
  const [quiet, setQuiet] = useState(first.quietHours)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isChanged = JSON.stringify({ audio, quietHours: quiet }) !== JSON.stringify(kept)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isChanged) return
    setBusy(true)
    setProblem(null)
    try {
      const set = { audio, quietHours: { ...quiet, days: [...quiet.days] } }
      const now = await api.call(accountSettings, { userID, set }, { quiet: true })
      setKept(now)
      setAudio(now.audio)
      setQuiet(now.quietHours)
      notices.show('success', TEXT.saved)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  const undo = () => {
    setAudio(kept.audio)
    setQuiet(kept.quietHours)
    setProblem(null)
  }
  const change = (name: Channel, patch: Partial<AudioSetting[Channel]>) =>
    setAudio((now) => ({ ...now, [name]: { ...now[name], ...patch } }))
  return (
    <form className={access.settings} onSubmit={(event) => void save(event)}>
      <p className={access.note}>{TEXT.settingsNote}</p>
      <Radio.Group
        label={TEXT.sound}
        classNames={{ label: access.legend ?? '' }}
        value={audio.newMessageSound}
        onChange={(value) =>
          setAudio((now) => ({ ...now, newMessageSound: value as AudioSetting['newMessageSound'] }))
        }
      >
        <div className={access.choices}>
          {SOUNDS.map((value) => (
            <Radio key={value} size="sm" value={value} label={TEXT.sounds[value]} />
          ))}
        </div>
      </Radio.Group>
      {CHANNELS.map((name) => {
        const channel = audio[name]
        const isForced = 'forcedMentionOnly' in channel && channel.forcedMentionOnly
        return (
          <fieldset key={name} className={access.channel}>
            <legend className={access.legend}>{TEXT.toldBy(TEXT.channelNames[name])}</legend>
            <Checkbox
              size="sm"
              label={TEXT.on}
              checked={channel.isEnabled}
              onChange={({ currentTarget }) => change(name, { isEnabled: currentTarget.checked })}
            />
            <Checkbox
              size="sm"
              label={TEXT.onlyOffline}
              disabled={!channel.isEnabled}
              checked={channel.notifyWhenOfflineOnly}
              onChange={({ currentTarget }) => change(name, { notifyWhenOfflineOnly: currentTarget.checked })}
            />
            <Checkbox
              size="sm"
              label={TEXT.onlyMentioned}
              // WhatsApp's is never the person's to say (spec 2 §5).
              disabled={!channel.isEnabled || name === 'whatsappNotificationSetting'}
              checked={channel.notifyOnlyWhenMentioned || isForced}
              onChange={({ currentTarget }) =>
                change(name, { notifyOnlyWhenMentioned: currentTarget.checked })
              }
            />
          </fieldset>
        )
      })}
      <fieldset className={access.channel}>
        <legend className={access.legend}>{TEXT.quiet}</legend>
        <Checkbox
          size="sm"
          label={TEXT.on}
          checked={quiet.isEnabled}
          onChange={({ currentTarget: { checked } }) => setQuiet((now) => ({ ...now, isEnabled: checked }))}
        />
        {quiet.isEnabled ? (
          <>
            <div className={styles.pair}>
              <TextInput
                required
                type="time"
                label={TEXT.from}
                value={quiet.from}
                onChange={({ currentTarget: { value } }) => setQuiet((now) => ({ ...now, from: value }))}
              />
              <TextInput
                required
                type="time"
                label={TEXT.to}
                value={quiet.to}
                onChange={({ currentTarget: { value } }) => setQuiet((now) => ({ ...now, to: value }))}
              />
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is around it already */}
            <div className={access.choices} role="group" aria-label={TEXT.quietDays}>
              {DAYS.map((day) => (
                <Checkbox
                  key={day}
                  size="sm"
                  label={nameOf(day)}
                  checked={quiet.days.includes(day)}
                  onChange={({ currentTarget: { checked } }) =>
                    setQuiet((now) => ({
                      ...now,
                      days: checked ? [...now.days, day] : now.days.filter((one) => one !== day),
                    }))
                  }
                />
              ))}
            </div>
          </>
        ) : null}
      </fieldset>
      <p>
        <strong className={access.legend}>{TEXT.language}</strong> {TEXT.onlyLanguage(language())}
      </p>
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" disabled={!isChanged || isBusy} onClick={undo}>
          {TEXT.undo}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
