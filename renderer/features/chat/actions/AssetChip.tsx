import {
  IconCalendarEvent,
  IconChartBar,
  IconChecklist,
  IconClipboardText,
  IconFileText,
  IconMessages,
  IconTicket,
} from '@tabler/icons-react'
import type { AssetType } from '#shared/domain/chat-assets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { useLive } from '../../../services/live.tsx'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './AssetChip.module.css'
import { openAsset, type TaggedAsset } from './open-asset.ts'
import { TEXT } from './text.ts'

const ICONS: Readonly<Record<AssetType, typeof IconTicket>> = {
  TASK: IconChecklist,
  JOB_ORDER: IconClipboardText,
  TICKET: IconTicket,
  TOPIC: IconMessages,
  MEETING: IconCalendarEvent,
  POLL: IconChartBar,
  DOCUMENT: IconFileText,
}

interface AssetChipProps {
  readonly asset: TaggedAsset
  readonly threadKey: ThreadKey
}

/** A tagged asset in a message (spec 2 §3): a click opens it. */
export function AssetChip({ asset, threadKey }: AssetChipProps) {
  return asset.type === 'MEETING' ? (
    <MeetingChip asset={asset} />
  ) : (
    <RecordChip asset={asset} threadKey={threadKey} />
  )
}

function MeetingChip({ asset }: { asset: TaggedAsset }) {
  const { meetings } = useLive()
  return <Chip asset={asset} onOpen={() => meetings.join({ ID: asset.id, screenShare: false })} />
}

function RecordChip({ asset, threadKey }: AssetChipProps) {
  const chat = useChat<'store' | 'select' | 'openSection' | 'openTab' | 'openDialog'>()
  const { dialogs, notices } = useServices()
  const permissions = useSession((session) => session.permissions)
  return (
    <Chip asset={asset} onOpen={() => openAsset({ chat, dialogs, notices, permissions }, asset, threadKey)} />
  )
}

function Chip({ asset, onOpen }: { asset: TaggedAsset; onOpen: () => void }) {
  const Icon = ICONS[asset.type]
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={TEXT.openAsset(TEXT.assets[asset.type], asset.display)}
      onClick={onOpen}
    >
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      <bdi>{asset.display}</bdi>
    </button>
  )
}
