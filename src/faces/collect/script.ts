import { createHash } from 'node:crypto'

// Written as it is sent: at most 1 kB, for any browser that has `sendBeacon`.
const source = (endpoint: string) => `(()=>{
let n=navigator,a=addEventListener,w=window.navigation,seen
let send=()=>{let path=location.pathname
if(path!==seen){seen=path;n.sendBeacon(${JSON.stringify(endpoint)},JSON.stringify({path}))}}
if(!n.sendBeacon||n.doNotTrack=="1"||window.doNotTrack=="1"||n.globalPrivacyControl)return
document.prerendering?document.addEventListener("prerenderingchange",send,{once:true}):send()
w&&w.addEventListener("currententrychange",()=>document.prerendering||send())
a("pageshow",e=>{if(e.persisted){seen=0;send()}})
})()
`

export type Script = { body: string; etag: string }

/**
 * What a page runs to report its views: one beacon for each page that is seen, also in websites that change pages themselves.
 * It keeps nothing and identifies nobody (analytics.md#pages-report-views).
 */
export function reportingScript(endpoint: string): Script {
  const body = source(endpoint)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
