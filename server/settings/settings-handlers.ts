import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { chatChannels } from '../setup/chat-channels.ts'
import { deploymentSetting } from './deployment-settings.ts'
import { audioSettingOf, externalAccountsOf, saveAudioSettingOf } from './person-settings.ts'

/** Settings of the installation and its people (spec 1 §3, §7). */
export function settingsHandlers({
  db,
  audioSettingChanged = () => {},
}: {
  readonly db: Database
  /** Tells the person's other windows. */
  readonly audioSettingChanged?: (userID: number) => void
}): AreaHandlers<'settings'> {
  const getAudioSetting: AreaHandlers<'settings'>['getAudioSetting'] = async (_input, { caller }) => {
    const { userID, permissions } = caller
    const setting = await audioSettingOf(db, userID)
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userID)
      .executeTakeFirstOrThrow()
    const { isWhatsappEnabled, isEmailEnabled } = await chatChannels(db)
    // Channels without an address or permission, or of none in this company, are off, whatever the person chose.
    return {
      setting,
      isWhatsappEnabled: isWhatsappEnabled && permissions.can('CAN_USE_WHATSAPP'),
      isEmailEnabled: isEmailEnabled && email !== null,
    }
  }

  return {
    themeLight: () => deploymentSetting(db, 'themeLight'),
    themeDark: () => deploymentSetting(db, 'themeDark'),
    themeLightPosted: () => deploymentSetting(db, 'themeLight'),
    themeDarkPosted: () => deploymentSetting(db, 'themeDark'),
    getScreenThresholds: () => deploymentSetting(db, 'screenThresholds'),
    getProjectTargets: () => deploymentSetting(db, 'projectTargets'),
    getTaskConfig: () => deploymentSetting(db, 'taskConfig'),
    getJobOrderConfig: () => deploymentSetting(db, 'jobOrderConfig'),
    getInterfaceLabels: () => deploymentSetting(db, 'interfaceLabels'),

    getAudioSetting,
    getAudioSettingPosted: getAudioSetting,

    saveAudioSetting: async ({ setting }, { caller: { userID } }) => {
      await saveAudioSettingOf(db, userID, setting)
      audioSettingChanged(userID)
      return { done: true }
    },

    requestExternalAccounts: (_input, { caller: { userID } }) => externalAccountsOf(db, userID),
  }
}
