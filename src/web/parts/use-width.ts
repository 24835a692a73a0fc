import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in CSS pixels, followed as it changes; at least 280. `box` goes to the element as its ref. */
export function useWidth<Element extends HTMLElement = HTMLDivElement>() {
  const box = useRef<Element>(null)
  const [width, setWidth] = useState(1000)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setWidth(Math.max(280, element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
