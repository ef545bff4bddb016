import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Loader, Radio, Switch } from '@mantine/core'
import { IconBrandWhatsapp, IconBrowser, IconDeviceMobile, IconMail } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { AudioSetting } from '#shared/contract/settings-entities.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { QuietHoursForm } from './QuietHoursForm.tsx'
import styles from './Status.module.css'
import { TEXT } from './text.ts'
import { useAudioSetting } from './use-audio-setting.ts'

type ChannelName = Exclude<keyof AudioSetting, 'newMessageSound'>
type Channel = AudioSetting['emailNotificationSetting']

const ICONS: Readonly<Record<ChannelName, typeof IconMail>> = {
  whatsappNotificationSetting: IconBrandWhatsapp,
  emailNotificationSetting: IconMail,
  mobileAppNotificationSetting: IconDeviceMobile,
  browserNotificationSetting: IconBrowser,
}
const SOUNDS: readonly AudioSetting['newMessageSound'][] = ['ALL', 'MENTIONED', 'NONE']

/** How the person is told of messages: sound, channels, and when not at all (spec 2 §2, §3, §5). */
export function NotificationSettings() {
  // They are the chat's.
  const hasChat = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  const { setting, isWhatsappEnabled, isEmailEnabled, change, load, reason, retry } = useAudioSetting()
  const channel = <N extends ChannelName>(name: N) => (
    <ChannelSettings
      name={name}
      channel={setting[name]}
      onChange={(patch) => change({ [name]: { ...setting[name], ...patch } })}
    />
  )
  if (load === 'failed') return <LoadFailure title={TEXT.settingsFailed} reason={reason} onRetry={retry} />
  if (load === 'loading') return <Loader size="sm" m="auto" aria-label={TEXT.settingsLoading} />
  return (
    <div className={styles.settings}>
      <Radio.Group
        label={TEXT.sound}
        classNames={{ label: styles.legend ?? '' }}
        value={setting.newMessageSound}
        onChange={(value) => void change({ newMessageSound: value as AudioSetting['newMessageSound'] })}
      >
        <div className={styles.options}>
          {SOUNDS.map((value) => (
            <Radio key={value} size="xs" value={value} label={TEXT.sounds[value]} />
          ))}
        </div>
      </Radio.Group>
      {isWhatsappEnabled ? channel('whatsappNotificationSetting') : null}
      {isEmailEnabled ? channel('emailNotificationSetting') : null}
      {channel('mobileAppNotificationSetting')}
      <BrowserChannel
        channel={setting.browserNotificationSetting}
        onChange={(patch) =>
          change({ browserNotificationSetting: { ...setting.browserNotificationSetting, ...patch } })
        }
      />
      {hasChat ? <QuietHoursForm /> : null}
    </div>
  )
}

interface ChannelProps {
  readonly channel: Channel
  readonly onChange: (patch: Partial<Channel>) => Promise<void>
}

/** The browser's own channel: on where the browser permits it, which may have to be asked for (spec 2 §5). */
function BrowserChannel({ channel, onChange }: ChannelProps) {
  const { notifications } = useServices()
  const isEnabled = useStore(notifications.store)
  return (
    <ChannelSettings
      name="browserNotificationSetting"
      channel={{ ...channel, isEnabled }}
      onChange={async (patch) => {
        if (patch.isEnabled === undefined) return onChange(patch)
        await notifications.set(patch.isEnabled)
        // Off again where the browser refused.
        await onChange({ isEnabled: notifications.store.getState() })
      }}
    />
  )
}

/** One channel's switches. WhatsApp's last is always disabled; the others' need the channel (spec 2 §5). */
function ChannelSettings({ name, channel, onChange }: ChannelProps & { readonly name: ChannelName }) {
  const Icon = ICONS[name]
  const off = !channel.isEnabled
  return (
    <fieldset className={styles.channel}>
      <legend className={styles.legend}>
        <Icon size={16} stroke={1.8} aria-hidden="true" />
        {TEXT.channels[name]}
      </legend>
      <Switch
        size="xs"
        label={TEXT.enabled}
        checked={channel.isEnabled}
        onChange={(event) => void onChange({ isEnabled: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={TEXT.onlyOffline}
        checked={channel.notifyWhenOfflineOnly}
        disabled={off}
        onChange={(event) => void onChange({ notifyWhenOfflineOnly: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={TEXT.onlyMentioned}
        checked={channel.notifyOnlyWhenMentioned || isForced(channel)}
        disabled={off || name === 'whatsappNotificationSetting'}
        onChange={(event) => void onChange({ notifyOnlyWhenMentioned: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

/** WhatsApp may tell of mentions only, whatever the person wants (spec 2 §3). */
function isForced(channel: Channel | AudioSetting['whatsappNotificationSetting']): boolean {
  return 'forcedMentionOnly' in channel && channel.forcedMentionOnly
}
