import { chromium } from 'playwright-core'
const url=process.argv[2]
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const post=async(p,x)=>(await fetch(url+p,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(x)})).json()
const c={userName:'jamie.whitfield',password:'Interview-2026'}
await post('/api/auth/confirm-username',{userName:c.userName});const {clientKey}=await post('/api/auth/confirm-password',c);const {token}=await post('/api/auth/login',{...c,clientKey})
const st={cookies:[],origins:[{origin:url,localStorage:[{name:'fieldwork.token',value:JSON.stringify('Bearer '+token)},{name:'fieldwork.username',value:JSON.stringify(c.userName)}]}]}
for(let i=0;i<3;i++){
const ctx=await b.newContext({storageState:st,viewport:{width:1280,height:720}});const page=await ctx.newPage()
await page.addInitScript(()=>{performance.setResourceTimingBufferSize(2000);window.usable=new Promise(r=>{const o=new MutationObserver(()=>{if(!document.querySelector('nav[aria-label="Main"] a')||!document.querySelector('header h1'))return;o.disconnect();requestAnimationFrame(()=>{const c=new MessageChannel();c.port1.onmessage=()=>r(performance.now());c.port2.postMessage(null)})});o.observe(document,{subtree:true,childList:true})})})
const d=await ctx.newCDPSession(page);await d.send('Emulation.setCPUThrottlingRate',{rate:4})
await page.goto(url+'/dashboard',{waitUntil:'commit'});const u=await page.evaluate(()=>window.usable)
const res=await page.evaluate(()=>performance.getEntriesByType('resource').map(e=>[e.name.split('/').pop().slice(0,40),Math.round(e.startTime),Math.round(e.responseEnd),Math.round(e.transferSize/1024)]))
console.log('usable',u.toFixed(0)); if(i===2)for(const r of res.filter(r=>r[1]<u))console.log(r.join(' '))
await ctx.close()}
await b.close()
