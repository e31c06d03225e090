import { compile } from 'svelte/compiler';
import { bundledPage } from './bundled-page.ts';

/** Each page shows the framework's own state in <output>, as JSON: only that state counts. */

const REACT = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
function App() {
  const [state, set] = useState({ name: '', bio: '', size: 'S', agree: false, count: 0, upper: '' });
  const put = (change) => set((before) => ({ ...before, ...change }));
  return <>
    <label>Name <input id="name" value={state.name} onChange={(e) => put({ name: e.target.value })} /></label>
    <label>Bio <textarea id="bio" value={state.bio} onChange={(e) => put({ bio: e.target.value })} /></label>
    <label>Upper <input id="upper" value={state.upper} onChange={(e) => put({ upper: e.target.value.toUpperCase() })} /></label>
    <label>Stuck <input id="stuck" value="fixed" onChange={() => {}} /></label>
    <label>Size <select id="size" value={state.size} onChange={(e) => put({ size: e.target.value })}><option value="S">Small</option><option value="L">Large</option></select></label>
    <label><input id="agree" type="checkbox" checked={state.agree} onChange={(e) => put({ agree: e.target.checked })} /> Agree</label>
    <button id="add" onClick={() => put({ count: state.count + 1 })}>Add</button>
    <output>{JSON.stringify(state)}</output>
  </>;
}
createRoot(document.getElementById('app')).render(<App />);`;

const VUE = `
import { createApp, h, reactive, withDirectives, vModelText, vModelSelect, vModelCheckbox } from 'vue';
const state = reactive({ name: '', size: 'S', agree: false, count: 0 });
const model = (tag, props, directive, key, children) =>
  withDirectives(h(tag, { ...props, 'onUpdate:modelValue': (value) => { state[key] = value; } }, children), [[directive, state[key]]]);
createApp({
  render: () => h('div', [
    h('label', ['Name ', model('input', { id: 'name' }, vModelText, 'name')]),
    h('label', ['Size ', model('select', { id: 'size' }, vModelSelect, 'size', [h('option', { value: 'S' }, 'Small'), h('option', { value: 'L' }, 'Large')])]),
    h('label', [model('input', { id: 'agree', type: 'checkbox' }, vModelCheckbox, 'agree'), ' Agree']),
    h('button', { id: 'add', onClick: () => { state.count += 1; } }, 'Add'),
    h('output', JSON.stringify(state)),
  ]),
}).mount('#app');`;

const SVELTE = `<script>
  let state = $state({ name: '', size: 'S', agree: false, count: 0 });
</script>
<label>Name <input id="name" bind:value={state.name} /></label>
<label>Size <select id="size" bind:value={state.size}><option value="S">Small</option><option value="L">Large</option></select></label>
<label><input id="agree" type="checkbox" bind:checked={state.agree} /> Agree</label>
<button id="add" onclick={() => { state.count += 1; }}>Add</button>
<output>{JSON.stringify(state)}</output>`;

const MUI = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import TextField from '@mui/material/TextField';
function App() {
  const [state, set] = useState({ size: '', other: '', name: '' });
  const put = (change) => set((before) => ({ ...before, ...change }));
  const items = ['Small', 'Large'].map((size) => <MenuItem key={size} value={size}>{size}</MenuItem>);
  return <>
    <TextField id="name" label="Name" value={state.name} onChange={(e) => put({ name: e.target.value })} />
    <Select value={state.size} displayEmpty onChange={(e) => put({ size: e.target.value })} SelectDisplayProps={{ id: 'size' }}>{items}</Select>
    <Select value={state.other} displayEmpty onChange={(e) => put({ other: e.target.value })} SelectDisplayProps={{ id: 'other' }}>{items}</Select>
    <output>{JSON.stringify(state)}</output>
  </>;
}
createRoot(document.getElementById('app')).render(<App />);`;

const RADIX = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as Select from '@radix-ui/react-select';
function App() {
  const [size, set] = useState('');
  return <>
    <Select.Root value={size} onValueChange={set}>
      <Select.Trigger id="size" aria-label="Size"><Select.Value placeholder="Pick" /></Select.Trigger>
      <Select.Portal><Select.Content><Select.Viewport>
        <Select.Item value="small"><Select.ItemText>Small</Select.ItemText></Select.Item>
        <Select.Item value="large"><Select.ItemText>Large</Select.ItemText></Select.Item>
        <Select.Item value="none" disabled><Select.ItemText>Sold out</Select.ItemText></Select.Item>
      </Select.Viewport></Select.Content></Select.Portal>
    </Select.Root>
    <output>{JSON.stringify({ size })}</output>
  </>;
}
createRoot(document.getElementById('app')).render(<App />);`;

const DATEPICKER = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import DatePicker from 'react-datepicker';
function App() {
  const [day, set] = useState(null);
  const show = day && [day.getFullYear(), day.getMonth() + 1, day.getDate()].join('-');
  return <><DatePicker id="day" selected={day} onChange={set} dateFormat="yyyy-MM-dd" /><output>{JSON.stringify({ day: show })}</output></>;
}
createRoot(document.getElementById('app')).render(<App />);`;

function sveltePage(): Promise<string> {
  const { js } = compile(SVELTE, { generate: 'client', css: 'injected', name: 'App' });
  const script = js.code.replace('export default function', 'function');
  return bundledPage(
    'Svelte',
    `${script}\nimport { mount } from 'svelte';\nmount(App, { target: document.getElementById('app') });`,
  );
}

export async function frameworkPages(): Promise<Record<string, string>> {
  return {
    '/react': await bundledPage('React', REACT),
    '/vue': await bundledPage('Vue', VUE),
    '/svelte': await sveltePage(),
    '/mui': await bundledPage('MUI', MUI),
    '/radix': await bundledPage('Radix', RADIX),
    '/datepicker': await bundledPage('Date picker', DATEPICKER),
  };
}
