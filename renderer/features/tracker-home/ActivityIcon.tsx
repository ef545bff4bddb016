import {
  IconBook,
  IconCoffee,
  IconDoorEnter,
  IconHeadset,
  IconHelpCircle,
  IconListDetails,
  IconMessages,
  IconMoonStars,
  IconPencil,
  IconSchool,
  IconTags,
  IconToolsOff,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { ActivityName } from '#shared/domain/activity.ts'

const ICONS: Readonly<Record<ActivityName, typeof IconUser>> = {
  AVAILABLE: IconHeadset,
  CODING: IconTags,
  QUAL: IconMessages,
  'HELP LINE': IconHelpCircle,
  RECEPTION: IconDoorEnter,
  'PROJECT BRIEF': IconListDetails,
  TRAINING: IconSchool,
  'FEEDBACK SESSION': IconBook,
  'INPUTING COACHING': IconPencil,
  MEETING: IconUsers,
  'SYSTEM ISSUES': IconToolsOff,
  BREAK: IconCoffee,
  PERSONAL: IconUser,
  INACTIVE: IconMoonStars,
}

/** The icon of an activity; its name stands beside it. */
export function ActivityIcon({ activity }: { readonly activity: ActivityName }) {
  const Icon = ICONS[activity]
  return <Icon size={26} stroke={1.7} aria-hidden="true" />
}
