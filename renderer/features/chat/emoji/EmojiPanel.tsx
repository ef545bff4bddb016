import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse'
import { useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { TEXT } from '../text.ts'
import styles from './EmojiPanel.module.css'
import { loadEmojiData } from './emoji-data.ts'

const COLUMNS = 9

/** All emoji: by words, by group, by arrow keys; with skin tones. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { diagnostics } = useServices()
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <p className={styles.note} role="alert">
        {TEXT.emojiFailed}
      </p>
    )
  return (
    <EmojiPicker.Root
      className={styles.root}
      columns={COLUMNS}
      locale="en-gb"
      resolveEmojiData={() =>
        loadEmojiData(window.fetch.bind(window)).catch((error: unknown) => {
          diagnostics.add('warn', [error])
          setFailed(true)
          throw error
        })
      }
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className={styles.top}>
        <EmojiPicker.Search
          className={styles.search}
          placeholder={TEXT.searchEmoji}
          aria-label={TEXT.searchEmoji}
          autoFocus
        />
        <EmojiPicker.SkinToneSelector className={styles.tone} aria-label={TEXT.skinTone} />
      </div>
      <EmojiPicker.Viewport className={styles.viewport}>
        <EmojiPicker.Loading className={styles.note}>{TEXT.loadingEmoji}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.note}>{TEXT.noEmoji}</EmojiPicker.Empty>
        <EmojiPicker.List components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

/** The picker counts rows and columns from 0, screen readers from 1. */
const fromOne = (index: number | undefined): number => (index ?? 0) + 1

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div className={styles.category} {...props}>
      {category.label}
    </div>
  )
}

function Row({ children, ...props }: EmojiPickerListRowProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the picker's props make it a row
    <div className={styles.row} {...props} aria-rowindex={fromOne(props['aria-rowindex'])}>
      {children}
    </div>
  )
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  const column = fromOne(props['aria-colindex'])
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the picker's props make it a cell of its grid
    <button type="button" className={styles.emoji} {...props} aria-colindex={column}>
      {emoji.emoji}
    </button>
  )
}

const PARTS = { CategoryHeader, Row, Emoji }
