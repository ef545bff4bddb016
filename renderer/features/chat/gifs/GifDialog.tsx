import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { IconGif, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Gif } from '#shared/contract/chat-entities.ts'
import { FILTER_DEBOUNCE_MS, FILTER_MIN_LENGTH } from '#shared/domain/searching.ts'
import { useServices } from '../../../services/context.tsx'
import { serverOrigin } from '../../../services/desktop/desktop.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useChat } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { TEXT } from '../text.ts'
import styles from './GifDialog.module.css'

/** Squares that stand for what is to come, and how high each is, in pixels. */
const SKELETONS = Array.from({ length: 10 }, (_, at) => at)
const SKELETON_PX = 96

/** GIFs by a word, the popular ones without; the one that is picked is sent (spec 2 §2). */
export function GifDialog({ dialog, onClose }: ChatDialogProps<'gif'>) {
  const chat = useChat<'draftOf' | 'putDraft' | 'send'>()
  const [term, setTerm] = useState('')
  const { gifs, waiting } = useGifs(term)
  const pick = (gif: Gif) => {
    const draft = chat.draftOf(dialog.thread)
    if (!chat.send(gif.url)) return
    // What was being written meanwhile is another message.
    chat.putDraft(dialog.thread, draft)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.chooseGif}
      // The field stays where it is, however much is found.
      yOffset="max(6vh, 12px)"
      size={560}
    >
      <TextInput
        data-autofocus
        aria-label={TEXT.searchGifs}
        placeholder={TEXT.searchGifs}
        leftSection={<IconSearch size={16} stroke={1.8} />}
        maxLength={100}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <div className={styles.results} aria-busy={waiting}>
        {term.trim().length < FILTER_MIN_LENGTH ? (
          <h3 className={styles.heading}>{TEXT.popularGifs}</h3>
        ) : null}
        {waiting && gifs.length === 0 ? (
          <div className={styles.grid} role="status" aria-label={TEXT.loadingGifs}>
            {SKELETONS.map((at) => (
              <Skeleton key={at} width="100%" height={SKELETON_PX} />
            ))}
          </div>
        ) : gifs.length === 0 ? (
          <EmptyState icon={<IconGif size={28} stroke={1.5} />} title={TEXT.noGifs} />
        ) : (
          <ul className={styles.grid}>
            {gifs.map((gif) => (
              <li key={gif.id}>
                <UnstyledButton className={styles.gif ?? ''} aria-label={gif.title} onClick={() => pick(gif)}>
                  <img
                    src={
                      gif.previewUrl.startsWith('/') ? serverOrigin(window) + gif.previewUrl : gif.previewUrl
                    }
                    alt=""
                    loading="lazy"
                  />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  )
}

const NONE: readonly Gif[] = []

/** GIFs for what is typed, a moment after the last letter. */
function useGifs(term: string): { gifs: readonly Gif[]; waiting: boolean } {
  const chat = useChat<'findGifs'>()
  const { timers } = useServices()
  const [gifs, setGifs] = useState<readonly Gif[]>(NONE)
  const [shown, setShown] = useState<string | null>(null)
  const wanted = term.trim().length < FILTER_MIN_LENGTH ? '' : term.trim()
  useEffect(() => {
    const given = new AbortController()
    const end = timers.after(wanted === '' ? 0 : FILTER_DEBOUNCE_MS, () => {
      void chat.findGifs(wanted, given.signal).then((found) => {
        if (given.signal.aborted) return
        setGifs(found ?? NONE)
        setShown(wanted)
      })
    })
    return () => {
      end()
      given.abort()
    }
  }, [chat, timers, wanted])
  return { gifs, waiting: shown !== wanted }
}
