import { type RefObject, useEffect, useRef, useState } from 'react'

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/**
 * Lets files be dropped anywhere on the conversation that the element stands in. Answers that
 * conversation while files are held over it, else null.
 */
export function useFileDrop(
  inside: RefObject<HTMLElement | null>,
  onDrop: (files: readonly File[]) => void,
): HTMLElement | null {
  const [over, setOver] = useState<HTMLElement | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const zone = inside.current?.closest('section')
    if (!zone) return
    const left = new AbortController()
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', heard: (event: DragEvent) => void) =>
      zone.addEventListener(name, (event) => carriesFiles(event) && heard(event), { signal: left.signal })
    const held = (event: DragEvent) => {
      // Without this the browser would open the file in place of the page.
      event.preventDefault()
      setOver(zone)
    }
    on('dragenter', held)
    on('dragover', held)
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) setOver(null)
    })
    on('drop', (event) => {
      event.preventDefault()
      setOver(null)
      drop.current([...(event.dataTransfer?.files ?? [])])
    })
    return () => left.abort()
  }, [inside])
  return over
}
