// Pages that are opened from a folder may start no workers; there the search runs in a hidden frame.

if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      this.frame = frame;
      this.waiting = [];
      const inner = frame.contentWindow;
      inner.postMessage = (sent) => {
        const data = structuredClone(sent);
        setTimeout(() => {
          const event = new MessageEvent("message", { data });
          this.dispatchEvent(event);
          this.onmessage?.(event);
        });
      };
      inner.importScripts = (...files) => Promise.all(files.map((file) => this.run(file)));
      this.run(address).then(() => {
        this.ready = true;
        for (const data of this.waiting) this.postMessage(data);
      });
    }

    run(address) {
      return new Promise((done, failed) => {
        const script = this.frame.contentDocument.createElement("script");
        script.src = address;
        script.onload = done;
        script.onerror = failed;
        this.frame.contentDocument.head.append(script);
      });
    }

    postMessage(sent) {
      const data = structuredClone(sent);
      const inner = this.frame.contentWindow;
      if (this.ready) setTimeout(() => inner.dispatchEvent(new inner.MessageEvent("message", { data })));
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
