import type { PackagePage } from './package-pages.ts';

const STYLE = '<style>body { margin: 40px } .box { width: 300px; margin: 30px 0 }</style>';

/** Each page has a slider with the id `slider`, from 0 to 100 at 20, and tells its value. */
export const SLIDERS: Record<string, PackagePage> = {
  '/native-range': {
    body: `${STYLE}<div class="box"><input type="range" id="slider" aria-label="Volume" value="20" style="width: 300px"></div>`,
    script: `const slider = document.querySelector('#slider');
      slider.oninput = () => tell({ value: slider.valueAsNumber });
      slider.onchange = () => tell({ changed: slider.valueAsNumber });`,
  },
  '/material-web-slider': {
    body: `${STYLE}<div class="box"><md-slider id="slider" aria-label="Volume" value="20" max="100" style="width: 300px"></md-slider></div>`,
    script: `import '@material/web/slider/slider.js';
      const slider = document.querySelector('#slider');
      slider.addEventListener('input', () => tell({ value: slider.value }));`,
  },
  '/radix-slider': {
    body: `${STYLE}<div id="app"></div>`,
    script: `import * as Slider from '@radix-ui/react-slider';
      import { useState } from 'react';
      import { createRoot } from 'react-dom/client';
      function App() {
        const [value, set] = useState([20]);
        tell({ value: value[0] });
        return <Slider.Root className="box" value={value} onValueChange={set}
          style={{ position: 'relative', display: 'flex', alignItems: 'center', height: 20, width: 300 }}>
          <Slider.Track style={{ background: 'silver', flexGrow: 1, height: 4, position: 'relative' }}><Slider.Range /></Slider.Track>
          <Slider.Thumb id="slider" aria-label="Volume" style={{ display: 'block', width: 20, height: 20, background: 'teal' }} />
        </Slider.Root>;
      }
      createRoot(document.querySelector('#app')).render(<App />);`,
  },
  '/mui-slider': {
    body: `${STYLE}<div id="app"></div>`,
    script: `import Slider from '@mui/material/Slider';
      import { useState } from 'react';
      import { createRoot } from 'react-dom/client';
      function App() {
        const [value, set] = useState(20);
        tell({ value });
        return <div className="box"><Slider value={value} onChange={(_, next) => set(next)} aria-label="Volume" slotProps={{ input: { id: 'slider' } }} /></div>;
      }
      createRoot(document.querySelector('#app')).render(<App />);`,
  },
  '/aria-slider': {
    body: `${STYLE}<div class="box" id="track" style="height: 20px; background: silver; position: relative">
      <div id="slider" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="100" aria-valuenow="20"
        style="position: absolute; width: 20px; height: 20px; background: teal; left: 50px; touch-action: none"></div></div>`,
    script: `const [slider, track] = [document.querySelector('#slider'), document.querySelector('#track')];
      const set = (value) => {
        const now = Math.max(0, Math.min(100, Math.round(value)));
        slider.setAttribute('aria-valuenow', now);
        slider.style.left = now * 3 - 10 + 'px';
        tell({ value: now });
      };
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
      slider.onkeydown = (event) => {
        if (!(event.key in steps)) return;
        event.preventDefault();
        set(Number(slider.getAttribute('aria-valuenow')) + steps[event.key]);
      };
      slider.onpointerdown = (event) => slider.setPointerCapture(event.pointerId);
      slider.onpointermove = ({ clientX, buttons }) => { if (buttons) set((clientX - track.getBoundingClientRect().x) / 3) };`,
  },
};
