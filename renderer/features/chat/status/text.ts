import { TEXT as SHARED } from '../text.ts'

/** The own menu: status and notifications, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  ownMenu: (status: string) => `My status: ${status}. Status and notifications`,
  myStatus: 'My status',
  settingsLoading: 'Loading notification settings',
  settingsFailed: "Your notification settings couldn't be loaded.",
  statuses: { AVAILABLE: 'Available', 'BE RIGHT BACK': 'Be right back', BUSY: 'Busy' },
  sound: 'Sound',
  sounds: { ALL: 'On every message', MENTIONED: 'Only when tagged', NONE: 'None' },
  channels: {
    whatsappNotificationSetting: 'WhatsApp',
    emailNotificationSetting: 'Email',
    mobileAppNotificationSetting: 'Mobile app',
    browserNotificationSetting: 'Browser',
  },
  enabled: 'Enabled',
  onlyOffline: 'Only when offline',
  onlyMentioned: 'Only when mentioned',
  quietHours: 'Quiet hours',
  quietNote: 'No sounds and no notifications, except for emergencies.',
  quietNow: 'Quiet hours are on now.',
  quietFrom: 'From',
  quietTo: 'To',
  quietDays: 'On these days',
} as const
