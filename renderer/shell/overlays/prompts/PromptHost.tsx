import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../../services/context.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'

// Fetched with the first prompt: the sign-in screen seldom has one.
const PromptModal = lazyCode(async () => (await import('./PromptModal.tsx')).PromptModal)

/** Shows the first of the prompts that wait (spec 1 §4.8). */
export function PromptHost() {
  const { prompts } = useServices()
  const first = useStore(prompts.store, ([first]) => first)
  if (!first) return null
  return (
    <Suspense>
      {/* Each starts its countdown anew. */}
      <PromptModal key={first.id} prompt={first} onAnswer={(yes) => prompts.answer(first.id, yes)} />
    </Suspense>
  )
}
