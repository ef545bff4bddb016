import { useCallback, useEffect, useState } from 'react'
import { downloadAttachment } from '#shared/contract/chat.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { saveFile } from '../../../services/page/save-file.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'

/** Fetches a message's file, for as long as the signal lets it. */
function useFetchFile(message: Pick<ChatMessage, 'id'>, threadKey: ThreadKey) {
  const { api } = useServices()
  const thread = useChatState((state) => threadOf(state, threadKey))
  const source = thread?.source
  const sourceID = thread?.sourceID
  const { id } = message
  return useCallback(
    async (options: { signal?: AbortSignal; quiet?: boolean }) => {
      if (source === undefined || sourceID === undefined) return null
      return await api.call(downloadAttachment, { id, source, sourceID }, options).catch(() => null)
    },
    [api, id, source, sourceID],
  )
}

interface ImageUrl {
  readonly url: string | null
  /** It can't be had, or is no image. */
  readonly failed: boolean
}

/**
 * The address of an image as it is drawn in the conversation: the server's small one, else the file
 * itself. `onError` is told when the browser can't draw it.
 */
export function useImageUrl(
  message: Pick<ChatMessage, 'id'>,
  threadKey: ThreadKey,
): ImageUrl & { readonly onError: () => void } {
  const chat = useChat<'smallImage'>()
  const fetchFile = useFetchFile(message, threadKey)
  const [state, setState] = useState<ImageUrl>({ url: null, failed: false })
  const { id } = message
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let made: string | null = null
    const load = async () => {
      const small = await chat.smallImage(threadKey, id)
      if (signal.aborted) return
      const file = small === '' ? await fetchFile({ signal, quiet: true }) : null
      if (signal.aborted) return
      if (file) made = URL.createObjectURL(file.blob)
      const url = small === '' ? made : small
      setState({ url, failed: url === null })
    }
    void load()
    return () => {
      leaving.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [chat, fetchFile, threadKey, id])
  const onError = useCallback(() => setState({ url: null, failed: true }), [])
  return { ...state, onError }
}

/** Saves a message's file. The name is the server's. */
export function useDownload(
  message: Pick<ChatMessage, 'id'>,
  threadKey: ThreadKey,
): { busy: boolean; start: () => void } {
  const fetchFile = useFetchFile(message, threadKey)
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const file = await fetchFile({})
    setBusy(false)
    if (file) saveFile(file)
  }
  return { busy, start: () => void start() }
}
