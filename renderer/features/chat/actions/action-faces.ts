import {
  IconArrowBackUp,
  IconChartDots,
  IconChecklist,
  IconCopy,
  IconDownload,
  IconEye,
  IconFileOff,
  IconLink,
  IconMessagePlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconReportAnalytics,
  IconSpeakerphone,
  IconTrash,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { MessageAction } from './action-list.ts'
import { TEXT } from './text.ts'

/** The words and icon of each action. */
export const ACTION_FACES: Readonly<Record<MessageAction, { label: string; Icon: typeof IconPin }>> = {
  reply: { label: TEXT.reply, Icon: IconArrowBackUp },
  edit: { label: TEXT.edit, Icon: IconPencil },
  preview: { label: TEXT.openPreview, Icon: IconEye },
  download: { label: TEXT.download, Icon: IconDownload },
  'copy-text': { label: TEXT.copyText, Icon: IconCopy },
  'copy-link': { label: TEXT.copyLink, Icon: IconLink },
  pin: { label: TEXT.pin, Icon: IconPin },
  unpin: { label: TEXT.unpin, Icon: IconPinnedOff },
  broadcast: { label: TEXT.broadcast, Icon: IconSpeakerphone },
  'remove-broadcast': { label: TEXT.removeBroadcast, Icon: IconVolumeOff },
  'add-topic': { label: TEXT.addTopic, Icon: IconMessagePlus },
  'quick-task': { label: TEXT.quickTask, Icon: IconChecklist },
  stats: { label: TEXT.deliveryStats, Icon: IconReportAnalytics },
  analysis: { label: TEXT.analysis, Icon: IconChartDots },
  revoke: { label: TEXT.revoke, Icon: IconFileOff },
  delete: { label: TEXT.remove, Icon: IconTrash },
}

/** These can't be taken back. */
export const GRAVE: ReadonlySet<MessageAction> = new Set(['revoke', 'delete'])
