import { useServices } from '../../services/context.tsx'
import { TEXT } from './text.ts'

/** Copies a text and says so. */
export function useCopy(): (text: string) => void {
  const { notices } = useServices()
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => notices.show('success', TEXT.copied),
      () => notices.show('warning', TEXT.copyRefused),
    )
}
