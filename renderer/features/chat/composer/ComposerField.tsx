import { Textarea } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { useChat } from '../chat-context.tsx'
import type { ThreadFrame } from '../store/state.ts'
import styles from './ComposerField.module.css'
import { edited, type MentionText } from './mention-text.ts'
import { TokenMenu } from './TokenMenu.tsx'
import { useFinishedEmoji } from './use-finished-emoji.ts'
import { useTokenMenu } from './use-token-menu.ts'

/** The kit's way measures the text anew with each letter; browsers that know better need none of that. */
const FITS_ITS_TEXT = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

interface ComposerFieldProps {
  readonly thread: ThreadFrame
  readonly value: MentionText
  readonly onChange: (next: MentionText) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  /** Enter without any other key. */
  readonly onEnter: () => void
  /** Keys that neither the menu nor Enter takes. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  readonly onPasteFiles?: (files: readonly File[]) => void
  readonly readOnly?: boolean
}

/**
 * The field that a message is written in, with its menu of people, assets and emoji. Enter sends;
 * Shift+Enter and Ctrl+Enter don't (spec 2 §5).
 */
export function ComposerField({ thread, value, onChange, input, label, ...rest }: ComposerFieldProps) {
  const { onEnter, onKeyDown, onPasteFiles, readOnly = false } = rest
  const chat = useChat<'keystroke'>()
  const backdrop = useRef<HTMLDivElement>(null)
  const menu = useTokenMenu({ thread, value, change: onChange, input })
  const emoji = useFinishedEmoji({ value, onChange, input, named: menu.emojiNamed })
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter and the arrows are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (menu.onKeyDown(event) || emoji.onKeyDown(event)) return
    onKeyDown?.(event)
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onEnter()
  }
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // A copied cell or slide comes as text and as its picture: people mean the text.
    const isText = types.includes('text/plain') && types.includes('text/html')
    if (!onPasteFiles || files.length === 0 || isText) return
    event.preventDefault()
    onPasteFiles([...files])
  }
  return (
    <>
      <TokenMenu menu={menu} />
      <div className={styles.field}>
        {value.tokens.length === 0 ? null : (
          <div ref={backdrop} className={styles.backdrop} aria-hidden="true">
            <Marked value={value} />
          </div>
        )}
        <Textarea
          ref={input}
          variant="unstyled"
          {...(FITS_ITS_TEXT ? { rows: 1, 'data-fits': true } : { autosize: true, minRows: 1, maxRows: 8 })}
          aria-label={label}
          placeholder={label}
          readOnly={readOnly}
          value={value.text}
          {...menu.inputProps}
          onChange={(event) => {
            const { value: text, selectionStart } = event.currentTarget
            const next = edited(value, text, selectionStart)
            if (!emoji.onTyped(next, selectionStart)) onChange(next)
            chat.keystroke()
          }}
          onScroll={({ currentTarget }) => {
            if (backdrop.current) backdrop.current.scrollTop = currentTarget.scrollTop
          }}
          onSelect={menu.onSelect}
          onKeyDown={keyDown}
          onPaste={paste}
          onBlur={menu.close}
        />
      </div>
    </>
  )
}

/** The same text behind the field's, of which only the tokens' ground is seen. */
function Marked({ value: { text, tokens } }: { value: MentionText }) {
  let end = 0
  const parts = tokens.map((token) => {
    const before = text.slice(end, token.start)
    end = token.end
    return (
      <span key={token.start}>
        {before}
        <mark>{token.display}</mark>
      </span>
    )
  })
  // A last line that is empty has its height from something in it.
  return (
    <>
      {parts}
      {text.slice(end)}&#8203;
    </>
  )
}
