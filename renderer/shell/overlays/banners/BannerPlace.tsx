import { type ReactNode, useEffect, useRef } from 'react'
import { followHeight } from '../../../ui/stillness.ts'
import styles from './ShellBanners.module.css'

/**
 * Where all banners above the top bar are. They push the page, so the place is as high as they were
 * until nobody is about to click: a banner that comes, goes or gets another line takes no click from
 * the button that was meant.
 */
export function BannerPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const banners = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [outer, inner] = [place.current, banners.current]
    if (!outer || !inner) return
    return followHeight(inner, (height) => outer.style.setProperty('height', `${height}px`))
  }, [])
  return (
    <div ref={place} className={styles.place}>
      <div ref={banners}>{children}</div>
    </div>
  )
}
